package dev.tenon.server.internal;

import dev.tenon.http.SseWriter;
import dev.tenon.server.HttpReply;
import dev.tenon.server.Limits;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The streams that are open now, of whatever kind; it keeps them alive. */
final class Streams {
    private final Set<BoundedStream> open = ConcurrentHashMap.newKeySet();
    private final Limits.Queue limit;
    private final long keepAliveNanos;

    Streams(Limits.Queue limit, Duration keepAlive) {
        this.limit = limit;
        this.keepAliveNanos = keepAlive.toNanos();
    }

    /** Turns an answer into a stream. */
    BoundedStream open(HttpReply reply, Map<String, String> headers) {
        BoundedStream stream = new BoundedStream(reply.open(HttpAnswers.streaming(headers)), limit);
        open.add(stream);
        reply.onClosed(stream::abort);
        return stream;
    }

    /** Sends comments where it has been quiet for long, and forgets what is closed. */
    void sweep() {
        open.removeIf(stream -> !stream.isOpen());
        open.forEach(stream -> stream.keepAlive(SseWriter.keepAlive(), keepAliveNanos));
    }

    /** Ends every stream after what was sent. */
    void end() {
        open.forEach(BoundedStream::end);
    }

    int size() {
        return open.size();
    }
}
