package dev.tenon.servlet;

import static dev.tenon.servlet.McpServlet.LOG;

import dev.tenon.internal.buffer.MemoryBudget;
import dev.tenon.internal.concurrent.LogRateLimiter;
import dev.tenon.server.http.HttpEndpoint;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** The active requests of one servlet, and the size of their pending responses. */
final class ExchangeRegistry {
    private static final Duration CHECK_INTERVAL = Duration.ofMillis(500);

    /**
     * How many clients were disconnected because of {@link ServletLimits#bodyTimeout}, {@code responseTimeout} and
     * {@code maxPendingBytes}.
     */
    final LongAdder slowSenders = new LongAdder();

    final LongAdder slowReaders = new LongAdder();
    final LongAdder evictedResponses = new LongAdder();

    final HttpEndpoint endpoint;
    final ServletLimits limits;
    /** The exchanges that have not been completed in the container. */
    final Set<ServletExchange> open = ConcurrentHashMap.newKeySet();

    private final LogRateLimiter logLimit = new LogRateLimiter(1, Duration.ofSeconds(1));
    private final AtomicLong pendingBytes = new AtomicLong();
    private final AtomicBoolean evicting = new AtomicBoolean();

    ExchangeRegistry(HttpEndpoint endpoint, ServletLimits limits) {
        this.endpoint = endpoint;
        this.limits = limits;
    }

    /**
     * Starts periodic timeout checks of all exchanges, and disconnects slow readers while too much output is pending.
     * The timer only finds the exchanges that are due; each of these is checked on its own thread, which may block in
     * the container.
     *
     * @return an action that stops the checks
     */
    Runnable startTimeoutChecks() {
        return endpoint.scheduleWithFixedDelay(CHECK_INTERVAL, () -> {
            long now = System.nanoTime();
            open.stream()
                    .filter(exchange -> exchange.tryClaimTimeoutCheck(now))
                    .forEach(exchange -> endpoint.executeBlocking(exchange::enforceTimeouts));
            evictSlowReadersIfFull();
        });
    }

    /** Adds to the number of bytes that are pending for clients. */
    void addPendingBytesAndEvict(long delta) {
        if (pendingBytes.addAndGet(delta) > limits.maxPendingBytes() && delta > 0) {
            evictSlowReadersIfFull();
        }
    }

    /** Returns the size of all pending output, in bytes. */
    long pendingBytes() {
        return pendingBytes.get();
    }

    private void evictSlowReadersIfFull() {
        if (pendingBytes.get() > limits.maxPendingBytes() && evicting.compareAndSet(false, true)) {
            endpoint.executeBlocking(this::evictSlowReaders);
        }
    }

    /** The pending bytes of a response, and how long its client has read none of them. */
    private record StalledExchange(ServletExchange exchange, long bytes, long nanos) {
        static StalledExchange of(ServletExchange exchange, long now) {
            ServletResponseWriter writer = exchange.responseWriter();
            return new StalledExchange(exchange, writer.pendingBytes(), now - writer.lastProgressNanos());
        }
    }

    /** Disconnects the clients that have not read for the longest time until the pending output is within its limit. */
    private void evictSlowReaders() {
        try {
            long now = System.nanoTime();
            List<StalledExchange> all = open.stream()
                    .filter(exchange -> !exchange.isClosed())
                    .map(exchange -> StalledExchange.of(exchange, now))
                    .filter(stalled -> stalled.bytes() > 0)
                    .sorted(Comparator.comparingLong(StalledExchange::nanos).reversed())
                    .toList();
            // Not the counter, which still includes aborted exchanges that have not been released.
            long remaining = all.stream().mapToLong(StalledExchange::bytes).sum();
            int evicted = 0;
            while (evicted < all.size()
                    && all.get(evicted).nanos() > MemoryBudget.maxStallNanos(remaining, limits.maxPendingBytes())) {
                StalledExchange next = all.get(evicted++);
                next.exchange().disconnect(HttpServletResponse.SC_REQUEST_TIMEOUT);
                remaining -= next.bytes();
            }
            evictedResponses.add(evicted);
            if (evicted > 0 && logLimit.admitAndTakeSuppressed() >= 0) {
                LOG.warn(
                        "Disconnected {} clients that do not read: limit={} bytes (limit: maxPendingBytes)",
                        evicted,
                        limits.maxPendingBytes());
            }
        } finally {
            evicting.set(false);
        }
    }
}
