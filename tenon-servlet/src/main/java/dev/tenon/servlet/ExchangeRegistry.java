package dev.tenon.servlet;

import dev.tenon.internal.buffer.MemoryBudget;
import dev.tenon.internal.concurrent.ConditionPoller;
import dev.tenon.internal.concurrent.LogRateLimiter;
import dev.tenon.internal.concurrent.RuntimeScheduler;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The requests of one servlet that are on their way, and how much of their answers waits for clients that do not read.
 */
final class ExchangeRegistry {
    private static final Duration CHECK_INTERVAL = Duration.ofMillis(500);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.servlet");

    /**
     * How many clients were sent away because of {@link ServletLimits#bodyTimeout}, of {@code answerTime} and of {@code
     * waitingBytes}.
     */
    final LongAdder slowSenders = new LongAdder();

    final LongAdder slowReaders = new LongAdder();
    final LongAdder evictedResponses = new LongAdder();

    private final HttpEndpoint endpoint;
    final ServletLimits bounds;
    /** Those that the container has not got back yet. */
    final Set<ServletExchange> open = ConcurrentHashMap.newKeySet();

    private final LogRateLimiter logLimit = new LogRateLimiter(1, Duration.ofSeconds(1));
    private final AtomicLong waiting = new AtomicLong();
    private final AtomicBoolean evicting = new AtomicBoolean();

    ExchangeRegistry(HttpEndpoint endpoint, ServletLimits bounds) {
        this.endpoint = endpoint;
        this.bounds = bounds;
    }

    /**
     * Looks at the time of all again and again. The timer only decides: each that is due has a thread of its own for
     * the container.
     */
    RuntimeScheduler.TaskHandle startTimeoutChecks() {
        return endpoint.scheduleWithFixedDelay(CHECK_INTERVAL, () -> {
            long now = System.nanoTime();
            open.stream()
                    .filter(exchange -> exchange.tryClaimTimeoutCheck(now))
                    .forEach(exchange -> execute(exchange::checkTimeouts));
            evictIfFull();
        });
    }

    /** So many bytes more, or less, wait for clients to take them. */
    void addPendingBytes(long more) {
        if (waiting.addAndGet(more) > bounds.maxPendingBytes() && more > 0) {
            evictIfFull();
        }
    }

    /** In bytes. */
    long pendingBytes() {
        return waiting.get();
    }

    private void evictIfFull() {
        if (waiting.get() > bounds.maxPendingBytes() && evicting.compareAndSet(false, true)) {
            execute(this::evictSlowReaders);
        }
    }

    /** What waits of an answer, in bytes, and for how long its client has taken nothing of it. */
    private record StalledExchange(ServletExchange exchange, long bytes, long nanos) {
        static StalledExchange of(ServletExchange exchange, long now) {
            ServletResponseWriter reply = exchange.responseWriter();
            return new StalledExchange(exchange, reply.pendingBytes(), now - reply.lastProgressNanos());
        }
    }

    /** Too much waits: cuts off the clients that have taken nothing for the longest time, as long as it does. */
    private void evictSlowReaders() {
        try {
            long now = System.nanoTime();
            List<StalledExchange> all = open.stream()
                    .filter(exchange -> !exchange.isClosed())
                    .map(exchange -> StalledExchange.of(exchange, now))
                    .filter(stalled -> stalled.bytes() > 0)
                    .sorted(Comparator.comparingLong(StalledExchange::nanos).reversed())
                    .toList();
            // Not the counter: it still has what was cut off and not given up yet.
            long left = all.stream().mapToLong(StalledExchange::bytes).sum();
            int cut = 0;
            while (cut < all.size()
                    && all.get(cut).nanos() > MemoryBudget.maxStallNanos(left, bounds.maxPendingBytes())) {
                StalledExchange next = all.get(cut++);
                next.exchange().disconnect(HttpServletResponse.SC_REQUEST_TIMEOUT);
                left -= next.bytes();
            }
            evictedResponses.add(cut);
            if (cut > 0 && logLimit.tryAdmit() >= 0) {
                LOG.warn(
                        "Cut off {} answers whose clients do not read: limit={} bytes (ServletBounds.waitingBytes)",
                        cut,
                        bounds.maxPendingBytes());
            }
        } finally {
            evicting.set(false);
        }
    }

    /** Runs what may wait for the container. */
    void execute(Runnable work) {
        endpoint.executeBlocking(work);
    }

    /** Waits a moment until there is none. */
    void awaitEmpty() {
        ConditionPoller.await(open::isEmpty, CLOSE_TIMEOUT);
    }
}
