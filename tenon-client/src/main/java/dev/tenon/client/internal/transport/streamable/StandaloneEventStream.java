package dev.tenon.client.internal.transport.streamable;

import dev.tenon.client.error.McpClientException;
import dev.tenon.client.internal.transport.http.AbortHandle;
import dev.tenon.client.internal.transport.http.BodyCollector;
import dev.tenon.client.internal.transport.http.EventStreamReader;
import dev.tenon.client.internal.transport.http.HttpResponseHead;
import dev.tenon.client.internal.transport.http.HttpResponseReceiver;
import dev.tenon.http.HttpResponseHandler.BodyListener;
import dev.tenon.http.SseEvent;
import dev.tenon.http.SseReader;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stream of what a server says on its own (2025-03-26 to 2025-11-25, section "Listening for Messages from the
 * Server"), taken up again when it breaks. A server need not have one.
 */
final class StandaloneEventStream implements HttpResponseReceiver, SseReader.SseListener {
    private static final Logger LOG = LoggerFactory.getLogger(StandaloneEventStream.class);

    private enum StreamState {
        WANTED,
        RUNNING,
        /** The server has none. */
        NONE
    }

    private final StreamableHttpContext parts;
    private final AbortHandle inFlight;
    private final AtomicReference<StreamState> state = new AtomicReference<>(StreamState.WANTED);
    // Used by one thread after the other: whichever takes what comes next of the one exchange.
    private volatile ResumePolicy resumePolicy;
    private volatile StreamState nextState = StreamState.WANTED;
    private volatile boolean hasBeenOpen;
    private volatile long start;

    StandaloneEventStream(StreamableHttpContext parts, AbortHandle inFlight) {
        this.parts = parts;
        this.inFlight = inFlight;
        this.resumePolicy = new ResumePolicy(parts.limits().reconnects());
    }

    /** Opens it unless it is open, or known not to exist. */
    void ensureOpen() {
        if (!inFlight.isAborted() && state.compareAndSet(StreamState.WANTED, StreamState.RUNNING)) {
            resumePolicy = new ResumePolicy(parts.limits().reconnects());
            hasBeenOpen = false;
            open();
        }
    }

    private void open() {
        parts.openEventStream(resumePolicy.lastEventId(), inFlight, this);
    }

    @Override
    public BodyListener onHead(HttpResponseHead answer) {
        if (answer.isSuccess() && answer.isEventStream()) {
            hasBeenOpen = true;
            nextState = StreamState.WANTED;
            start = System.nanoTime();
            return new EventStreamReader(answer, parts.maxMessageBytes(), parts.executor(), this, this::onStreamEnd);
        }
        nextState = StreamState.NONE;
        // Servers without such a stream say 405, and some 404: only one that was there can be lost.
        boolean lost = hasBeenOpen && parts.session().isRejectedBy(answer);
        return BodyCollector.collectPrefix(answer, parts.executor(), unwanted -> {
            if (resumePolicy.lastEventId() != null && !lost && answer.status() < 500) {
                LOG.warn(
                        "{} does not resume the standing stream: notifications of changes may be lost, so list and read again",
                        parts.sender().target().label());
                resumePolicy.clearLastEventId();
                reopen();
            } else if (answer.status() < 500) {
                state.set(StreamState.NONE);
            } else {
                reopen();
            }
            if (lost) {
                parts.session().markLost();
                parts.listener().onClosed("The server has ended the session");
            }
        });
    }

    @Override
    public void onFailure(McpClientException why) {
        LOG.debug("The standing stream cannot be opened", why);
        reopen();
    }

    private void onStreamEnd(@Nullable IOException broke) {
        resumePolicy.onStreamEnd(Duration.ofNanos(System.nanoTime() - start));
        reopen();
    }

    private void reopen() {
        if (resumePolicy.canRetry()) {
            inFlight.schedule(resumePolicy.nextDelay(), this::open);
        } else {
            LOG.info("{} holds no standing stream", parts.sender().target().label());
            state.set(nextState);
        }
    }

    @Override
    public void onEvent(SseEvent event) {
        resumePolicy.onEvent(event);
        byte[] data = event.data();
        if (data != null && event.hasMessage() && event.name().equals("message")) {
            parts.listener().onMessage(data, null);
        }
    }

    @Override
    public void onOversizedEvent() {
        parts.listener().onOversizedMessage(null);
    }
}
