package dev.tenon.client.internal.transport.http;

import dev.tenon.http.HttpCall;
import dev.tenon.http.HttpResponseHandler.BodyListener;
import dev.tenon.http.SseEvent;
import dev.tenon.http.SseReader;
import dev.tenon.internal.concurrent.ThreadBlockingContext;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads the events of a response as they arrive; the next piece is read after the last one has been handled. */
public final class EventStreamReader implements BodyListener, SseReader.SseListener {
    private final HttpCall call;
    private final Executor executor;
    private final SseReader.SseListener handler;
    private final Consumer<@Nullable IOException> endListener;
    private final SseReader reader;
    /** Bytes since the last event; written by one thread at a time. */
    private volatile int sinceEvent;

    /**
     * Creates a reader for a body that has not arrived.
     *
     * @param maxBytes the maximum size of an event
     * @param endListener called when the stream has ended: with the failure, or null if it ended regularly
     */
    public EventStreamReader(
            HttpResponseHead response,
            int maxBytes,
            Executor executor,
            SseReader.SseListener handler,
            Consumer<@Nullable IOException> endListener) {
        this.call = response.call();
        this.executor = executor;
        this.handler = handler;
        this.endListener = endListener;
        this.reader = new SseReader(maxBytes, this);
    }

    @Override
    public void onData(byte[] piece) {
        int size = sinceEvent + piece.length;
        sinceEvent = size;
        if (size <= ThreadBlockingContext.MAX_INLINE_BYTES
                || ThreadBlockingContext.current().canBlock()) {
            reader.feed(piece, 0, piece.length);
            return;
        }
        call.pause();
        try {
            executor.execute(() -> {
                try {
                    reader.feed(piece, 0, piece.length);
                } finally {
                    call.resume();
                }
            });
        } catch (RejectedExecutionException e) {
            // The client is closed: no caller waits any more.
            call.abort();
        }
    }

    @Override
    public void onEvent(SseEvent event) {
        sinceEvent = 0;
        handler.onEvent(event);
    }

    @Override
    public void onOversizedEvent() {
        handler.onOversizedEvent();
    }

    @Override
    public void onEnd() {
        endListener.accept(null);
    }

    @Override
    public void onFailure(IOException failure) {
        endListener.accept(failure);
    }
}
