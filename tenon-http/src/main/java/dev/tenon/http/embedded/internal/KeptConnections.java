package dev.tenon.http.embedded.internal;

import io.vertx.core.http.HttpClientConnection;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections to one server that are not in use. A server is known to keep them once it has answered on one that was used before,
 * or has left one open for a second; until it has, one is kept, to see that. Touched by one event loop only.
 */
final class KeptConnections {
    private static final Logger LOG = LoggerFactory.getLogger(KeptConnections.class);
    private static final int MOST = 256;
    /** A server keeps connections when it leaves one open for so long. */
    private static final long PROOF_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** How long after an answer its connection may be used for what must not be repeated. */
    private static final long SAFE_NANOS = PROOF_NANOS / 2;
    /** How long a connection is kept. */
    private static final long KEPT_NANOS = TimeUnit.SECONDS.toNanos(3);

    /** The one that was used last is the last. */
    private final Deque<Kept> idle = new ArrayDeque<>();

    private boolean serverKeeps;
    private int calls;

    /** A connection of the library. */
    static final class Kept {
        private final HttpClientConnection connection;
        private boolean used;
        private long answeredAt;

        private Kept(HttpClientConnection connection) {
            this.connection = connection;
        }

        HttpClientConnection library() {
            return connection;
        }

        /** Whether a response has come on it before. */
        boolean isUsed() {
            return used;
        }

        void close() {
            var unused = connection.close();
        }
    }

    /** A new connection to that server. */
    Kept added(HttpClientConnection connection) {
        Kept added = new Kept(connection);
        connection.exceptionHandler(problem -> LOG.debug("A connection broke", problem));
        connection.closeHandler(closed -> {
            if (idle.remove(added)) {
                lost();
            }
        });
        return added;
    }

    /** Takes a connection for a request; null when it needs a new one. */
    @Nullable Kept take(boolean repeatable) {
        Kept last = idle.peekLast();
        boolean fits = last != null && (repeatable || serverKeeps && System.nanoTime() - last.answeredAt <= SAFE_NANOS);
        return fits ? idle.pollLast() : null;
    }

    /** A whole response has come on a connection, which the server is not about to close. */
    void giveBack(Kept connection) {
        serverKeeps |= connection.used;
        connection.used = true;
        connection.answeredAt = System.nanoTime();
        if (idle.size() >= (serverKeeps ? MOST : 1)) {
            connection.close();
        } else {
            idle.add(connection);
        }
    }

    /** The server has closed a connection without having said so. */
    void lost() {
        serverKeeps = false;
    }

    /** Closes what was not used for long. To be called each second. */
    void sweep() {
        long now = System.nanoTime();
        for (Kept oldest = idle.peek(); oldest != null && now - oldest.answeredAt >= PROOF_NANOS; ) {
            serverKeeps = true;
            if (now - oldest.answeredAt < KEPT_NANOS) {
                return;
            }
            idle.remove().close();
            oldest = idle.peek();
        }
    }

    void begin() {
        calls++;
    }

    void end() {
        calls--;
    }

    /** Whether no call is in flight and no connection is kept. */
    boolean isUnused() {
        return calls == 0 && idle.isEmpty();
    }

    void close() {
        while (!idle.isEmpty()) {
            idle.remove().close();
        }
    }
}
