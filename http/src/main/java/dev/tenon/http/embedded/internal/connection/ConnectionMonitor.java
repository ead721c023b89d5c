package dev.tenon.http.embedded.internal.connection;

import static dev.tenon.http.embedded.internal.HttpServerConfig.LOG;

import dev.tenon.http.embedded.HttpServerLimits;
import dev.tenon.http.embedded.internal.channel.EventLoopMemoryBudget;
import dev.tenon.http.embedded.internal.channel.ReadPacer;
import dev.tenon.internal.concurrent.LogRateLimiter;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.vertx.core.http.HttpConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The open connections of one event loop. Enforces their timeouts, and aborts those whose clients do not read when the
 * memory limit is exceeded.
 */
public final class ConnectionMonitor {
    private final HttpServerResources resources;
    private final EventLoopMemoryBudget memory;
    private final LogRateLimiter evictionLogLimit = new LogRateLimiter(1, Duration.ofSeconds(1));
    private final Map<HttpConnection, ClientConnection> open = new HashMap<>();

    /** Creates the monitor of the current event loop. */
    ConnectionMonitor(HttpServerResources resources, EventLoop loop) {
        this.resources = resources;
        memory = resources.memoryBudgets().budgetOf(loop);
        memory.onFull(this::evictSlowReaders);
    }

    /** Returns the connection; registers it if it is new or was upgraded to clear-text HTTP/2. */
    ClientConnection getOrRegister(HttpConnection connection) {
        return open.computeIfAbsent(connection, opened -> {
            opened.closeHandler(nothing -> unregister(opened));
            opened.exceptionHandler(this::logAndCountFailure);
            return new ClientConnection(opened, resources, memory, () -> unregister(opened));
        });
    }

    private void logAndCountFailure(Throwable failure) {
        if (failure instanceof Http2Exception error && error.error() == Http2Error.ENHANCE_YOUR_CALM) {
            resources.counters().resetFloods.increment();
        }
        LOG.debug("A connection failed", failure);
    }

    private void unregister(HttpConnection connection) {
        ClientConnection known = open.remove(connection);
        if (known != null) {
            known.releaseExchanges();
        }
    }

    /** Closes what has exceeded a timeout or the memory limit, and frees unused buffers. Must be called regularly. */
    void enforceLimitsAndTrimBuffers(HttpServerLimits limits) {
        long now = System.nanoTime();
        List.copyOf(open.values()).forEach(connection -> connection.enforceTimeouts(now, limits));
        evictSlowReaders();
        ReadPacer.trimThreadBufferCache();
    }

    /**
     * Aborts the connections whose clients have not read for the longest time if the memory limit is exceeded. Clients
     * that have read recently are spared while there is room.
     */
    private void evictSlowReaders() {
        if (!memory.isExceeded()) {
            return;
        }
        long now = System.nanoTime();
        List<PendingOutput> pending = new ArrayList<>();
        open.values().forEach(connection -> connection.collectPendingOutput(pending, now));
        pending.sort(Comparator.comparingLong(PendingOutput::stalledNanos).reversed());
        int evicted = 0;
        for (PendingOutput output : pending) {
            if (output.stalledNanos() >= memory.maxStallNanos()) {
                output.abort().run();
                memory.evictions.increment();
                evicted++;
            }
        }
        long unlogged = evicted == 0 ? -1 : evictionLogLimit.admitAndTakeSuppressed();
        if (unlogged >= 0) {
            LOG.warn(
                    "Disconnected {} clients that do not read: event loop={}, limit={} bytes"
                            + " (limit: maxPendingBytes); {} more not logged",
                    evicted,
                    Thread.currentThread().getName(),
                    memory.limit,
                    unlogged);
        }
    }

    /**
     * Pending output for one client.
     *
     * @param stalledNanos how long the client has read none of it
     * @param abort drops the output and closes the connection or stream
     */
    record PendingOutput(long stalledNanos, Runnable abort) {}
}
