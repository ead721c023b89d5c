package dev.tenon.http;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/1.1 requests that are sent on the event loop on which the work for them is done, and whose answers come there: nobody
 * waits, and no thread wakes another. An HTTP server that has event loops provides it, by a {@link Provider} that {@link
 * java.util.ServiceLoader} finds; clients use it where they happen to be called on one.
 */
public interface LoopHttp {
    /** That of the event loop which this thread is; null on every other thread. What is called on an event loop must not wait. */
    static @Nullable LoopHttp here() {
        return LoopProviders.here();
    }

    /** Whether one more request may be sent now: those under way, and so the connections, are bounded. */
    boolean hasRoom();

    /**
     * Sends a request, over a connection that is kept open for the next one; only on its event loop. The answer is told there,
     * a failure perhaps before this returns.
     *
     * @return ends it, from any thread: its connection is closed, and nothing more is told
     */
    Runnable post(Post post, LoopAnswer answer);

    /**
     * A POST.
     *
     * @param server where it goes; looked up already
     * @param host the {@code Host} header
     * @param path the path, with the query
     * @param headers all others but {@code Content-Length}; HTTP must allow them, nobody looks at them again
     * @param connectTime how long a connection may take to be made
     * @param mostWhole the largest body in bytes that is handed over as a whole
     */
    record Post(
            InetSocketAddress server,
            String host,
            String path,
            Map<String, String> headers,
            byte[] body,
            Duration connectTime,
            int mostWhole) {}

    /** Knows the event loops of one HTTP library. */
    interface Provider {
        /** As {@link LoopHttp#here}. */
        @Nullable LoopHttp here();
    }
}
