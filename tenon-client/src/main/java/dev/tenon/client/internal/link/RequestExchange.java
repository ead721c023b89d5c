package dev.tenon.client.internal.link;

import dev.tenon.client.BadAnswerException;
import dev.tenon.client.ConnectionFailedException;
import dev.tenon.client.McpClientException;
import dev.tenon.http.HeaderNames;
import dev.tenon.http.HttpResponseHandler.Body;
import dev.tenon.http.SseEvent;
import dev.tenon.http.SseReader;
import dev.tenon.json.Quote;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RequestId;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A request and everything that comes in answer to it, as one message or as a stream that may have to be taken up again. */
final class RequestExchange implements AnswerTaker, SseReader.Handler {
    /** How long a server has to end the stream after the answer; then the connection is cut. */
    private static final Duration ENDING = Duration.ofSeconds(2);

    private final HttpParts parts;
    private final Request request;
    private final Outgoing post;
    private final boolean stateless;
    private final InFlight inFlight;
    private final Comeback comeback;
    private volatile long streamStart;
    private volatile boolean answered;

    RequestExchange(HttpParts parts, Request request, Outgoing post, boolean stateless) {
        this.parts = parts;
        this.request = request;
        this.post = post;
        this.stateless = stateless;
        this.inFlight = new InFlight(parts.scheduler(), () -> parts.listener().pause(request.id()));
        this.comeback = new Comeback(parts.limits().reconnects());
    }

    RequestId id() {
        return request.id();
    }

    boolean isStateless() {
        return stateless;
    }

    InFlight inFlight() {
        return inFlight;
    }

    void begin() {
        parts.sender().send(post, inFlight, this);
    }

    @Override
    public Body head(HttpAnswer answer) {
        if (parts.session().isDeniedBy(answer)) {
            parts.session().end();
            throw new SessionLostException();
        }
        if (!answer.isSuccess()) {
            return WholeBody.beginning(
                    answer, parts.executor(), body -> failed(HttpProblem.status(answer.status(), body)));
        }
        if (!stateless && request.method().equals("initialize")) {
            parts.session().begin(answer.headers());
        }
        if (answer.isJson()) {
            return new WholeBody(answer, parts.maxBytes(), parts.executor(), this::whole);
        }
        if (answer.isEventStream()) {
            return stream(answer);
        }
        return WholeBody.beginning(answer, parts.executor(), body -> failed(noAnswer(answer, body)));
    }

    private static BadAnswerException noAnswer(HttpAnswer answer, byte[] beginning) {
        String type = answer.headers().first(HeaderNames.CONTENT_TYPE);
        String body = Excerpt.of(beginning);
        return new BadAnswerException("The answer to a request is JSON or an event stream, but HTTP status "
                + answer.status() + " came with "
                + (type == null ? "no Content-Type" : "Content-Type " + Quote.shortened(type))
                + (body.isEmpty() ? " and no body" : " and this body: " + body));
    }

    private void whole(byte[] message, @Nullable IOException broken) {
        if (broken != null) {
            failed(HttpProblem.failure(parts.sender().target().label(), broken));
        } else if (message.length > parts.maxBytes()) {
            tooLarge();
            inFlight.over();
        } else if (deliver(message)) {
            inFlight.over();
        } else {
            failed(new BadAnswerException("The response body did not contain the response to this request"));
        }
    }

    /** If there was no answer, there is none, for this reason. */
    @Override
    public void failed(McpClientException reason) {
        if (!answered && !inFlight.isAborted()) {
            parts.listener().failed(id(), reason);
        }
        inFlight.over();
    }

    private Body stream(HttpAnswer answer) {
        streamStart = System.nanoTime();
        return new EventBody(answer, parts.maxBytes(), parts.executor(), this, this::streamEnded);
    }

    private void streamEnded(@Nullable IOException broke) {
        comeback.lasted(Duration.ofNanos(System.nanoTime() - streamStart));
        if (answered || inFlight.isAborted()) {
            inFlight.over();
            return;
        }
        ConnectionFailedException ended =
                new ConnectionFailedException("The stream ended before the answer came", broke);
        if (stateless || comeback.lastEvent() == null) {
            failed(ended);
        } else {
            resume(ended);
        }
    }

    /** Takes the stream up where it broke off (2025-03-26 to 2025-11-25, section "Resumability and Redelivery"). */
    private void resume(McpClientException last) {
        if (comeback.isWorthwhile()) {
            inFlight.after(comeback.next(), () -> parts.listen(comeback.lastEvent(), inFlight, new Resumption()));
        } else {
            notResumed(last);
        }
    }

    private void notResumed(McpClientException last) {
        failed(new ConnectionFailedException(
                "The stream ended before the answer came, and cannot be taken up again: " + last.getMessage(), last));
    }

    /** Takes what comes when the stream is taken up again. */
    private final class Resumption implements AnswerTaker {
        @Override
        public Body head(HttpAnswer answer) {
            if (parts.session().isDeniedBy(answer)) {
                // The request was taken before the session ended, so it must not be sent again in another session.
                parts.session().end();
            }
            if (answer.isSuccess() && answer.isEventStream()) {
                return stream(answer);
            }
            return WholeBody.beginning(answer, parts.executor(), body -> {
                ConnectionFailedException problem = HttpProblem.status(answer.status(), body);
                if (answer.status() < 500) {
                    notResumed(problem);
                } else {
                    resume(problem);
                }
            });
        }

        @Override
        public void failed(McpClientException why) {
            if (why instanceof ConnectionFailedException) {
                resume(why);
            } else {
                RequestExchange.this.failed(why);
            }
        }
    }

    @Override
    public void event(SseEvent event) {
        comeback.heard(event);
        byte[] data = event.data();
        // An event without data only primes the stream.
        if (data != null && event.hasMessage() && event.name().equals("message") && deliver(data)) {
            inFlight.abortAfter(ENDING);
        }
    }

    @Override
    public void tooLarge() {
        parts.listener().tooLarge(id());
        answered();
    }

    /** The request has an outcome, whatever way it came: the server has some time left to end the exchange. */
    void answered() {
        if (!answered) {
            answered = true;
            inFlight.abortAfter(ENDING);
        }
    }

    /** Whether this was the answer. */
    private boolean deliver(byte[] message) {
        boolean isAnswer = !inFlight.isAborted() && parts.listener().message(message, id()) && !answered;
        if (isAnswer) {
            answered = true;
        }
        return isAnswer;
    }
}
