package dev.tenon.http.embedded.internal.client;

import io.vertx.core.http.HttpClientConnection;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections to one server that are not in use. A server is known to keep them once it has answered on one that
 * was used before, or has left one open for a second; until it has, one is kept, to see that. Touched by one event loop
 * only.
 */
final class IdleConnectionPool {
    private static final Logger LOG = LoggerFactory.getLogger(IdleConnectionPool.class);
    private static final int MAX_IDLE = 256;
    /** A server keeps connections when it leaves one open for so long. */
    private static final long PROOF_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** How long after an answer its connection may be used for what must not be repeated. */
    private static final long SAFE_NANOS = PROOF_NANOS / 2;
    /** How long a connection is kept. */
    private static final long KEPT_NANOS = TimeUnit.SECONDS.toNanos(3);

    /** The one that was used last is the last. */
    private final Deque<PooledConnection> idle = new ArrayDeque<>();

    private boolean serverKeepsAlive;
    private int calls;

    /** A connection of the library. */
    static final class PooledConnection {
        private final HttpClientConnection connection;
        private boolean used;
        private long answeredAt;

        private PooledConnection(HttpClientConnection connection) {
            this.connection = connection;
        }

        HttpClientConnection vertxConnection() {
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
    PooledConnection register(HttpClientConnection connection) {
        PooledConnection added = new PooledConnection(connection);
        connection.exceptionHandler(problem -> LOG.debug("A connection broke", problem));
        connection.closeHandler(closed -> {
            if (idle.remove(added)) {
                onUnexpectedClose();
            }
        });
        return added;
    }

    /** Takes a connection for a request; null when it needs a new one. */
    @Nullable PooledConnection tryAcquire(boolean repeatable) {
        PooledConnection last = idle.peekLast();
        boolean fits =
                last != null && (repeatable || serverKeepsAlive && System.nanoTime() - last.answeredAt <= SAFE_NANOS);
        return fits ? idle.pollLast() : null;
    }

    /** A whole response has come on a connection, which the server is not about to close. */
    void release(PooledConnection connection) {
        serverKeepsAlive |= connection.used;
        connection.used = true;
        connection.answeredAt = System.nanoTime();
        if (idle.size() >= (serverKeepsAlive ? MAX_IDLE : 1)) {
            connection.close();
        } else {
            idle.add(connection);
        }
    }

    /** The server has closed a connection without having said so. */
    void onUnexpectedClose() {
        serverKeepsAlive = false;
    }

    /** Closes what was not used for long. To be called each second. */
    void closeExpired() {
        long now = System.nanoTime();
        for (PooledConnection oldest = idle.peek(); oldest != null && now - oldest.answeredAt >= PROOF_NANOS; ) {
            serverKeepsAlive = true;
            if (now - oldest.answeredAt < KEPT_NANOS) {
                return;
            }
            idle.remove().close();
            oldest = idle.peek();
        }
    }

    void onCallStart() {
        calls++;
    }

    void onCallEnd() {
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
