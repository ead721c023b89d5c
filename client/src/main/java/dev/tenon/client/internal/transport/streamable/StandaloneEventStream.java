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
 * The GET stream for requests and notifications of the server (2025-03-26 to 2025-11-25, section "Listening for
 * Messages from the Server"), which is resumed when it breaks. Servers need not offer one.
 */
final class StandaloneEventStream implements HttpResponseReceiver, SseReader.SseListener {
    private static final Logger LOG = LoggerFactory.getLogger(StandaloneEventStream.class);

    private enum StreamState {
        WANTED,
        RUNNING,
        /** The server offers none. */
        NONE
    }

    private final StreamableHttpContext context;
    private final AbortHandle abortHandle;
    private final AtomicReference<StreamState> state = new AtomicReference<>(StreamState.WANTED);
    // Used by one thread at a time: the one that handles the next event of the exchange.
    private volatile ResumePolicy resumePolicy;
    private volatile StreamState nextState = StreamState.WANTED;
    private volatile boolean hasBeenOpen;
    private volatile long startNanos;

    StandaloneEventStream(StreamableHttpContext context, AbortHandle abortHandle) {
        this.context = context;
        this.abortHandle = abortHandle;
        this.resumePolicy = new ResumePolicy(context.limits().reconnects());
    }

    /** Opens the stream unless it is open or known not to exist. */
    void ensureOpen() {
        if (!abortHandle.isAborted() && state.compareAndSet(StreamState.WANTED, StreamState.RUNNING)) {
            resumePolicy = new ResumePolicy(context.limits().reconnects());
            hasBeenOpen = false;
            open();
        }
    }

    private void open() {
        context.openEventStream(resumePolicy.lastEventId(), abortHandle, this);
    }

    @Override
    public BodyListener onHead(HttpResponseHead response) {
        if (response.isSuccess() && response.isEventStream()) {
            hasBeenOpen = true;
            nextState = StreamState.WANTED;
            startNanos = System.nanoTime();
            return new EventStreamReader(
                    response, context.maxMessageBytes(), context.executor(), this, this::onStreamEnd);
        }
        nextState = StreamState.NONE;
        // Servers without such a stream respond with 405, some with 404: only a stream that existed can be lost.
        boolean lost = hasBeenOpen && context.session().isRejectedBy(response);
        return BodyCollector.collectPrefix(response, context.executor(), ignored -> {
            if (resumePolicy.lastEventId() != null && !lost && response.status() < 500) {
                LOG.warn(
                        "{} cannot resume the standalone event stream: change notifications may be lost;"
                                + " list and read again",
                        context.sender().target().label());
                resumePolicy.clearLastEventId();
                reopenOrGiveUp();
            } else if (response.status() < 500) {
                state.set(StreamState.NONE);
            } else {
                reopenOrGiveUp();
            }
            if (lost) {
                context.session().markLost();
                context.listener().onClosed("The server has ended the session");
            }
        });
    }

    @Override
    public void onFailure(McpClientException failure) {
        LOG.debug("The standalone event stream could not be opened", failure);
        reopenOrGiveUp();
    }

    private void onStreamEnd(@Nullable IOException failure) {
        resumePolicy.onStreamEnd(Duration.ofNanos(System.nanoTime() - startNanos));
        reopenOrGiveUp();
    }

    private void reopenOrGiveUp() {
        if (resumePolicy.canRetry()) {
            abortHandle.setTimer(resumePolicy.countAttemptAndGetDelay(), this::open);
        } else {
            LOG.info(
                    "{} does not keep the standalone event stream open",
                    context.sender().target().label());
            state.set(nextState);
        }
    }

    @Override
    public void onEvent(SseEvent event) {
        resumePolicy.onEvent(event);
        byte[] data = event.data();
        if (data != null && event.hasNonEmptyData() && event.name().equals("message")) {
            context.listener().onMessage(data, null);
        }
    }

    @Override
    public void onOversizedEvent() {
        context.listener().onOversizedMessage(null);
    }
}
