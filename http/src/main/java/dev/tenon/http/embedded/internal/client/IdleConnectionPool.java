package dev.tenon.http.embedded.internal.client;

import io.vertx.core.http.HttpClientConnection;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The idle connections to one server. A server is known to keep connections after it has responded on a reused one or
 * has left one open for a second; until then only one is kept, to find out. Used by one event loop only.
 */
final class IdleConnectionPool {
    private static final Logger LOG = LoggerFactory.getLogger(IdleConnectionPool.class);
    private static final int MAX_IDLE = 256;
    /** A server that leaves a connection open for this time is known to keep connections. */
    private static final long PROOF_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** How long after a response its connection may be used for requests that must not be repeated. */
    private static final long SAFE_NANOS = PROOF_NANOS / 2;
    /** How long an idle connection is kept. */
    private static final long MAX_IDLE_NANOS = TimeUnit.SECONDS.toNanos(3);

    /** The most recently used one is last. */
    private final Deque<PooledConnection> idle = new ArrayDeque<>();

    private final LongSupplier nanoTime;
    private boolean serverKeepsAlive;
    private int calls;

    IdleConnectionPool() {
        this(System::nanoTime);
    }

    /** Creates an empty pool with a custom clock in nanoseconds. */
    IdleConnectionPool(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** A Vert.x connection. */
    static final class PooledConnection {
        private final HttpClientConnection connection;
        private boolean used;
        private long lastResponseNanos;

        private PooledConnection(HttpClientConnection connection) {
            this.connection = connection;
        }

        HttpClientConnection vertxConnection() {
            return connection;
        }

        /** Returns whether a response has been received on it before. */
        boolean isUsed() {
            return used;
        }

        void close() {
            var unused = connection.close();
        }
    }

    /** Wraps a new connection to the server; it is not idle, and so not in the pool, until {@link #release}. */
    PooledConnection wrapNewConnection(HttpClientConnection connection) {
        PooledConnection pooled = new PooledConnection(connection);
        connection.exceptionHandler(problem -> LOG.debug("A connection failed", problem));
        connection.closeHandler(closed -> {
            if (idle.remove(pooled)) {
                onUnexpectedClose();
            }
        });
        return pooled;
    }

    /** Takes a connection for a request; returns null if it needs a new one. */
    @Nullable PooledConnection tryAcquire(boolean repeatable) {
        PooledConnection last = idle.peekLast();
        boolean usable = last != null
                && (repeatable || serverKeepsAlive && nanoTime.getAsLong() - last.lastResponseNanos <= SAFE_NANOS);
        return usable ? idle.pollLast() : null;
    }

    /** Returns a connection to the pool after a complete response, if the server does not close it. */
    void release(PooledConnection connection) {
        serverKeepsAlive |= connection.used;
        connection.used = true;
        connection.lastResponseNanos = nanoTime.getAsLong();
        if (idle.size() >= (serverKeepsAlive ? MAX_IDLE : 1)) {
            connection.close();
        } else {
            idle.add(connection);
        }
    }

    /** Called when the server has closed a connection without announcing it. */
    void onUnexpectedClose() {
        serverKeepsAlive = false;
    }

    /** Closes connections that have been idle for too long. Must be called every second. */
    void closeExpired() {
        long now = nanoTime.getAsLong();
        for (PooledConnection oldest = idle.peek(); oldest != null && now - oldest.lastResponseNanos >= PROOF_NANOS; ) {
            serverKeepsAlive = true;
            if (now - oldest.lastResponseNanos < MAX_IDLE_NANOS) {
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

    /** Returns whether there are no pending calls and no idle connections. */
    boolean isUnused() {
        return calls == 0 && idle.isEmpty();
    }

    void close() {
        while (!idle.isEmpty()) {
            idle.remove().close();
        }
    }
}
