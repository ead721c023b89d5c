package dev.tenon.http.embedded;

import dev.tenon.concurrent.LogLimit;
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
final class Connections {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.http");

    private final Shared shared;

    private final LoopMemory memory;
    private final LogLimit cuts = new LogLimit(1, Duration.ofSeconds(1));
    private final Map<HttpConnection, Connection> open = new HashMap<>();

    /** Those of this event loop. */
    Connections(Shared shared, EventLoop loop) {
        this.shared = shared;
        memory = shared.memories().of(loop);
        memory.whenFull(this::relieve);
    }

    /** The connection; new where HTTP/2 in clear text has taken the place of the one that it was upgraded from. */
    Connection of(HttpConnection connection) {
        return open.computeIfAbsent(connection, opened -> {
            opened.closeHandler(nothing -> closed(opened));
            opened.exceptionHandler(this::failed);
            return new Connection(opened, shared, memory, () -> closed(opened));
        });
    }

    private void failed(Throwable problem) {
        if (problem instanceof Http2Exception error && error.error() == Http2Error.ENHANCE_YOUR_CALM) {
            shared.counters().resetFloods.increment();
        }
        LOG.debug("A connection failed", problem);
    }

    private void closed(HttpConnection connection) {
        Connection known = open.remove(connection);
        if (known != null) {
            known.forget();
        }
    }

    void sweep(HttpBounds bounds) {
        long now = System.nanoTime();
        List.copyOf(open.values()).forEach(connection -> connection.sweep(now, bounds));
        relieve();
        ReadPacer.trimBuffers();
    }

    /**
     * Too much waits: cuts off those who have not read for the longest time. One who has read a moment ago is spared as long as
     * there is room for that.
     */
    private void relieve() {
        if (!memory.isFull()) {
            return;
        }
        long now = System.nanoTime();
        List<Waiting> waiting = new ArrayList<>();
        open.values().forEach(connection -> connection.addWaiting(waiting, now));
        waiting.sort(Comparator.comparingLong(Waiting::nanos).reversed());
        int cut = 0;
        for (Waiting one : waiting) {
            if (one.nanos() >= memory.patienceNanos()) {
                one.cut().run();
                memory.cuts.increment();
                cut++;
            }
        }
        long unlogged = cut == 0 ? -1 : cuts.admit();
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
     * @param nanos for how long that has taken none of it
     */
    record Waiting(long nanos, Runnable cut) {}
}
