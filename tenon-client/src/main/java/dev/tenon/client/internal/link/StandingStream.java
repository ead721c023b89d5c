package dev.tenon.client.internal.link;

import dev.tenon.client.McpClientException;
import dev.tenon.http.HttpResponseHandler.Body;
import dev.tenon.http.SseEvent;
import dev.tenon.http.SseReader;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stream of what a server says on its own (2025-03-26 to 2025-11-25, section "Listening for Messages from the Server"),
 * taken up again when it breaks. A server need not have one.
 */
final class StandingStream implements AnswerTaker, SseReader.Handler {
    private static final Logger LOG = LoggerFactory.getLogger(StandingStream.class);

    private enum State {
        WANTED,
        RUNNING,
        /** The server has none. */
        NONE
    }

    private final HttpParts parts;
    private final InFlight inFlight;
    private final AtomicReference<State> state = new AtomicReference<>(State.WANTED);
    // Used by one thread after the other: whichever takes what comes next of the one exchange.
    private volatile Comeback comeback;
    private volatile State after = State.WANTED;
    private volatile boolean had;
    private volatile long start;

    StandingStream(HttpParts parts, InFlight inFlight) {
        this.parts = parts;
        this.inFlight = inFlight;
        this.comeback = new Comeback(parts.limits().reconnects());
    }

    /** Opens it unless it is open, or known not to exist. */
    void want() {
        if (!inFlight.isAborted() && state.compareAndSet(State.WANTED, State.RUNNING)) {
            comeback = new Comeback(parts.limits().reconnects());
            had = false;
            open();
        }
    }

    private void open() {
        parts.listen(comeback.lastEvent(), inFlight, this);
    }

    @Override
    public Body head(HttpAnswer answer) {
        if (answer.isSuccess() && answer.isEventStream()) {
            had = true;
            after = State.WANTED;
            start = System.nanoTime();
            return new EventBody(answer, parts.maxBytes(), parts.executor(), this, this::ended);
        }
        after = State.NONE;
        // Servers without such a stream say 405, and some 404: only one that was there can be lost.
        boolean lost = had && parts.session().isDeniedBy(answer);
        return WholeBody.beginning(answer, parts.executor(), unwanted -> {
            if (comeback.lastEvent() != null && !lost && answer.status() < 500) {
                LOG.warn(
                        "{} does not resume the standing stream: notifications of changes may be lost, so list and read again",
                        parts.sender().target().label());
                comeback.forgetLastEvent();
                again();
            } else if (answer.status() < 500) {
                state.set(State.NONE);
            } else {
                again();
            }
            if (lost) {
                parts.session().end();
                parts.listener().closed("The server has ended the session");
            }
        });
    }

    @Override
    public void failed(McpClientException why) {
        LOG.debug("The standing stream cannot be opened", why);
        again();
    }

    private void ended(@Nullable IOException broke) {
        comeback.lasted(Duration.ofNanos(System.nanoTime() - start));
        again();
    }

    private void again() {
        if (comeback.isWorthwhile()) {
            inFlight.after(comeback.next(), this::open);
        } else {
            LOG.info("{} holds no standing stream", parts.sender().target().label());
            state.set(after);
        }
    }

    @Override
    public void event(SseEvent event) {
        comeback.heard(event);
        byte[] data = event.data();
        if (data != null && event.hasMessage() && event.name().equals("message")) {
            parts.listener().message(data, null);
        }
    }

    @Override
    public void tooLarge() {
        parts.listener().tooLarge(null);
    }
}
