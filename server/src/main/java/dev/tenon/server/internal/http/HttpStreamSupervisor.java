package dev.tenon.server.internal.http;

import dev.tenon.http.SseWriter;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.http.HttpResponseWriter;
import dev.tenon.server.internal.limit.LimitHitCounters;
import dev.tenon.transport.ChannelLimits;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The open streams of an endpoint, of all kinds; sends keep-alive comments on them. */
public final class HttpStreamSupervisor {
    private final Set<BackpressuredStream> open = ConcurrentHashMap.newKeySet();
    private final ChannelLimits limits;
    private final long keepAliveNanos;
    private final LimitHitCounters counters;

    public HttpStreamSupervisor(ChannelLimits limits, Duration keepAlive, LimitHitCounters counters) {
        this.counters = counters;
        this.limits = limits;
        this.keepAliveNanos = keepAlive.toNanos();
    }

    /** Turns the response to a request into a stream, which ends when the response is complete. */
    BackpressuredStream open(HttpResponseWriter writer) {
        return open(writer, null);
    }

    /** Turns a response into a long-lived stream, which ends when the credentials that opened it expire. */
    BackpressuredStream openLongLived(AuthenticatedHttpRequest request) {
        CallerPrincipal principal = request.principal();
        return open(request.responseWriter(), principal == null ? null : principal.expiresAt());
    }

    private BackpressuredStream open(HttpResponseWriter writer, @Nullable Instant expires) {
        BackpressuredStream stream = new BackpressuredStream(
                writer.openStream(HttpResponses.STREAM_HEADERS), limits, expires, counters, open::remove);
        open.add(stream);
        writer.onDisconnected(stream::abort);
        return stream;
    }

    /**
     * Checks all streams and passes an action to the executor for each that needs one: ends a stream whose credentials
     * have expired, disconnects a client that does not read, or sends a keep-alive comment on an idle stream.
     *
     * @param executor runs the actions
     */
    public void sendKeepAlivesAndExpire(Consumer<Runnable> executor) {
        Instant now = Instant.now();
        long nanoTime = System.nanoTime();
        for (BackpressuredStream stream : open) {
            if (stream.hasExpiredCredentials(now)) {
                executor.accept(stream::end);
            } else if (stream.isStalled()) {
                executor.accept(stream::disconnectIfStalled);
            } else if (stream.isIdle(nanoTime, keepAliveNanos)) {
                executor.accept(() -> stream.enqueueEvenIfFull(SseWriter.keepAliveComment()));
            }
        }
    }

    /** Ends all streams after their queued bytes. */
    public void endAll() {
        open.forEach(BackpressuredStream::end);
    }

    public int size() {
        return open.size();
    }
}
