package dev.tenon.server.internal;

import dev.tenon.http.SseWriter;
import dev.tenon.server.HttpReply;
import dev.tenon.server.Principal;
import dev.tenon.transport.ChannelLimits;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The streams that are open now, of whatever kind; it keeps them alive. */
final class Streams {
    private final Set<BoundedStream> open = ConcurrentHashMap.newKeySet();
    private final ChannelLimits limits;
    private final long keepAliveNanos;
    private final BoundCounters counters;

    Streams(ChannelLimits limits, Duration keepAlive, BoundCounters counters) {
        this.counters = counters;
        this.limits = limits;
        this.keepAliveNanos = keepAlive.toNanos();
    }

    /** Turns the answer to a request into a stream, which ends when the answer is complete. */
    BoundedStream open(HttpReply reply) {
        return open(reply, null);
    }

    /** Turns an answer into a stream that has no end of its own, but ends when the credentials do that opened it. */
    BoundedStream standing(Visit visit) {
        Principal principal = visit.principal();
        return open(visit.reply(), principal == null ? null : principal.expires());
    }

    private BoundedStream open(HttpReply reply, @Nullable Instant expires) {
        BoundedStream stream =
                new BoundedStream(reply.open(HttpAnswers.streaming(Map.of())), limits, expires, counters, open::remove);
        open.add(stream);
        reply.onClosed(stream::abort);
        return stream;
    }

    /**
     * Decides what is due: comments where it has been quiet for long, the end of what has expired, the disconnection of clients that
     * do not read.
     *
     * @param later runs what is due
     */
    void sweep(Consumer<Runnable> later) {
        Instant now = Instant.now();
        long nanos = System.nanoTime();
        for (BoundedStream stream : open) {
            if (stream.isExpired(now)) {
                later.accept(stream::end);
            } else if (stream.isStalled()) {
                later.accept(stream::cutIfStalled);
            } else if (stream.isQuiet(nanos, keepAliveNanos)) {
                later.accept(() -> stream.enqueue(SseWriter.keepAlive()));
            }
        }
    }

    /** Ends every stream after what was sent. */
    void end() {
        open.forEach(BoundedStream::end);
    }

    int size() {
        return open.size();
    }
}
