package dev.tenon.http.embedded.internal.connection;

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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The connections of one event loop. */
public final class ConnectionRegistry {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.http");

    private final HttpServerResources shared;

    private final EventLoopMemoryBudget memory;
    private final LogRateLimiter evictionLogLimit = new LogRateLimiter(1, Duration.ofSeconds(1));
    private final Map<HttpConnection, ClientConnection> open = new HashMap<>();

    /** Those of this event loop. */
    ConnectionRegistry(HttpServerResources shared, EventLoop loop) {
        this.shared = shared;
        memory = shared.memoryBudgets().budgetOf(loop);
        memory.onFull(this::evictSlowReaders);
    }

    /** The connection; new where HTTP/2 in clear text has taken the place of the one that it was upgraded from. */
    ClientConnection getOrRegister(HttpConnection connection) {
        return open.computeIfAbsent(connection, opened -> {
            opened.closeHandler(nothing -> unregister(opened));
            opened.exceptionHandler(this::onFailure);
            return new ClientConnection(opened, shared, memory, () -> unregister(opened));
        });
    }

    private void onFailure(Throwable problem) {
        if (problem instanceof Http2Exception error && error.error() == Http2Error.ENHANCE_YOUR_CALM) {
            shared.counters().resetFloods.increment();
        }
        LOG.debug("A connection failed", problem);
    }

    private void unregister(HttpConnection connection) {
        ClientConnection known = open.remove(connection);
        if (known != null) {
            known.releaseAll();
        }
    }

    void checkTimeouts(HttpServerLimits bounds) {
        long now = System.nanoTime();
        List.copyOf(open.values()).forEach(connection -> connection.checkTimeouts(now, bounds));
        evictSlowReaders();
        ReadPacer.trimBuffers();
    }

    /**
     * Too much waits: cuts off those who have not read for the longest time. One who has read a moment ago is spared as
     * long as there is room for that.
     */
    private void evictSlowReaders() {
        if (!memory.isExceeded()) {
            return;
        }
        long now = System.nanoTime();
        List<PendingOutput> waiting = new ArrayList<>();
        open.values().forEach(connection -> connection.addPendingOutput(waiting, now));
        waiting.sort(Comparator.comparingLong(PendingOutput::stalledNanos).reversed());
        int cut = 0;
        for (PendingOutput one : waiting) {
            if (one.stalledNanos() >= memory.maxStallNanos()) {
                one.abort().run();
                memory.evictions.increment();
                cut++;
            }
        }
        long unlogged = cut == 0 ? -1 : evictionLogLimit.tryAdmit();
        if (unlogged >= 0) {
            LOG.warn(
                    "Cut off {} answers or connections whose clients do not read: event loop={}, limit={} bytes"
                            + " (HttpBounds.waitingBytes); {} more times not logged",
                    cut,
                    Thread.currentThread().getName(),
                    memory.limit,
                    unlogged);
        }
    }

    /**
     * What waits for one peer.
     *
     * @param stalledNanos for how long that has taken none of it
     */
    record PendingOutput(long stalledNanos, Runnable abort) {}
}
