package dev.tenon.server.internal.http;

import dev.tenon.http.SseWriter;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.http.HttpResponseWriter;
import dev.tenon.server.internal.limit.LimitCounters;
import dev.tenon.transport.ChannelLimits;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The streams that are open now, of whatever kind; it keeps them alive. */
public final class HttpStreamRegistry {
    private final Set<BackpressuredStream> open = ConcurrentHashMap.newKeySet();
    private final ChannelLimits limits;
    private final long keepAliveNanos;
    private final LimitCounters counters;

    public HttpStreamRegistry(ChannelLimits limits, Duration keepAlive, LimitCounters counters) {
        this.counters = counters;
        this.limits = limits;
        this.keepAliveNanos = keepAlive.toNanos();
    }

    /** Turns the answer to a request into a stream, which ends when the answer is complete. */
    BackpressuredStream open(HttpResponseWriter reply) {
        return open(reply, null);
    }

    /** Turns an answer into a stream that has no end of its own, but ends when the credentials do that opened it. */
    BackpressuredStream openLongLived(HttpRequestContext visit) {
        CallerPrincipal principal = visit.principal();
        return open(visit.reply(), principal == null ? null : principal.expiresAt());
    }

    private BackpressuredStream open(HttpResponseWriter reply, @Nullable Instant expires) {
        BackpressuredStream stream = new BackpressuredStream(
                reply.openStream(HttpResponses.streamHeaders(Map.of())), limits, expires, counters, open::remove);
        open.add(stream);
        reply.onClosed(stream::abort);
        return stream;
    }

    /**
     * Decides what is due: comments where it has been quiet for long, the end of what has expired, the disconnection of
     * clients that do not read.
     *
     * @param later runs what is due
     */
    public void maintain(Consumer<Runnable> later) {
        Instant now = Instant.now();
        long nanos = System.nanoTime();
        for (BackpressuredStream stream : open) {
            if (stream.isExpired(now)) {
                later.accept(stream::end);
            } else if (stream.isStalled()) {
                later.accept(stream::disconnectIfStalled);
            } else if (stream.isIdle(nanos, keepAliveNanos)) {
                later.accept(() -> stream.enqueue(SseWriter.keepAliveComment()));
            }
        }
    }

    /** Ends every stream after what was sent. */
    public void endAll() {
        open.forEach(BackpressuredStream::end);
    }

    public int size() {
        return open.size();
    }
}
