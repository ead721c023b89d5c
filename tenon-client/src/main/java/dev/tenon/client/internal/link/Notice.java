package dev.tenon.client.internal.link;

import dev.tenon.client.ConnectionFailedException;
import dev.tenon.client.McpClientException;
import dev.tenon.http.HttpResponseHandler.Body;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The exchange of a message that has no answer: a notification, or an answer of ours. */
final class Notice implements AnswerTaker {
    private final HttpParts parts;
    private final Outgoing request;
    private final InFlight inFlight;
    private final AtomicReference<@Nullable Consumer<@Nullable McpClientException>> end = new AtomicReference<>();

    /** {@code end} is told once what went wrong, or null when the server has taken it. */
    Notice(HttpParts parts, Outgoing request, Consumer<@Nullable McpClientException> end) {
        this.parts = parts;
        this.request = request;
        this.inFlight = new InFlight(parts.scheduler());
        this.end.set(end);
    }

    InFlight inFlight() {
        return inFlight;
    }

    /** Sends it; {@code over} is run once, when it has ended in any way. */
    void begin(Runnable over) {
        inFlight.whenOver(() -> {
            ended(new ConnectionFailedException(
                    "The connection was closed, or the server did not take a message within "
                            + parts.limits().connectTime().toMillis() + " ms"));
            over.run();
        });
        inFlight.abortAfter(parts.limits().connectTime());
        parts.sender().send(request, inFlight, this);
    }

    @Override
    public Body head(HttpAnswer answer) {
        if (parts.session().isDeniedBy(answer)) {
            parts.session().end();
            throw new SessionLostException();
        }
        return WholeBody.beginning(answer, parts.executor(), body -> {
            ended(answer.isSuccess() ? null : HttpProblem.status(answer.status(), body));
            inFlight.over();
        });
    }

    @Override
    public void failed(McpClientException why) {
        ended(why);
        inFlight.over();
    }

    private void ended(@Nullable McpClientException why) {
        Consumer<@Nullable McpClientException> told = end.getAndSet(null);
        if (told != null) {
            told.accept(why);
        }
    }
}
