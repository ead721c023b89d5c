package dev.tenon.client.internal.link;

import dev.tenon.client.McpClientException;
import dev.tenon.http.SseEvent;
import dev.tenon.http.SseReader;
import java.util.concurrent.CancellationException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stream of what a server says on its own (2025-03-26 to 2025-11-25, section "Listening for Messages from the Server"),
 * taken up again when it breaks. A server need not have one.
 */
final class StandingStream implements SseReader.Handler {
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
    private Comeback comeback;
    private boolean lost;

    StandingStream(HttpParts parts, InFlight inFlight) {
        this.parts = parts;
        this.inFlight = inFlight;
        this.comeback = new Comeback(parts.limits().reconnects());
    }

    /** Opens it unless it is open, or known not to exist. */
    void want() {
        if (!inFlight.isAborted() && state.compareAndSet(State.WANTED, State.RUNNING)) {
            try {
                parts.executor().execute(this::run);
            } catch (RejectedExecutionException e) {
                LOG.debug("The standing stream is not opened: the client is closed", e);
            }
        }
    }

    private void run() {
        State after = State.NONE;
        try {
            comeback = new Comeback(parts.limits().reconnects());
            after = listen();
        } catch (CancellationException e) {
            LOG.trace("The standing stream is no longer wanted");
        } catch (RuntimeException e) {
            LOG.warn(
                    "There is no standing stream from {}",
                    parts.sender().target().label(),
                    e);
        } finally {
            state.set(after);
        }
        if (lost) {
            parts.session().end();
            parts.told().closed("The server has ended the session");
        }
    }

    private State listen() {
        boolean had = false;
        State after = State.WANTED;
        do {
            HttpAnswer answer = tried();
            if (answer != null && answer.isSuccess() && answer.isEventStream()) {
                had = true;
                after = State.WANTED;
                EventStream.read(answer, parts.maxBytes(), this, comeback);
            } else if (answer != null) {
                after = State.NONE;
                answer.drop();
                // Servers without such a stream say 405, and some 404: only one that was there can be lost.
                lost = had && parts.session().isDeniedBy(answer);
                if (answer.status() < 500) {
                    return after;
                }
            }
        } while (comeback.isWorthwhile() && inFlight.sleep(comeback.next()));
        LOG.info("{} holds no standing stream", parts.sender().target().label());
        return after;
    }

    private @Nullable HttpAnswer tried() {
        try {
            return parts.listen(comeback.lastEvent(), inFlight);
        } catch (McpClientException e) {
            LOG.debug("The standing stream cannot be opened", e);
            return null;
        }
    }

    @Override
    public void event(SseEvent event) {
        comeback.heard(event);
        byte[] data = event.data();
        if (data != null && event.hasMessage() && event.name().equals("message")) {
            parts.told().message(data, null);
        }
    }

    @Override
    public void tooLarge() {
        parts.told().tooLarge(null);
    }
}
