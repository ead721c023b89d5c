package dev.tenon.servlet;

import dev.tenon.concurrent.LogLimit;
import dev.tenon.concurrent.Polling;
import dev.tenon.concurrent.RuntimeScheduler;
import dev.tenon.server.HttpEndpoint;
import dev.tenon.transport.MemoryBudget;
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

/** The requests of one servlet that are on their way, and how much of their answers waits for clients that do not read. */
final class ExchangeRegistry {
    private static final Duration LOOK_EVERY = Duration.ofMillis(500);
    private static final Duration LAST_WAIT = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.servlet");

    /** How many clients were sent away because of {@link ServletBounds#bodyTime}, of {@code answerTime} and of {@code waitingBytes}. */
    final LongAdder slowSenders = new LongAdder();

    final LongAdder slowReaders = new LongAdder();
    final LongAdder cutAnswers = new LongAdder();

    private final HttpEndpoint endpoint;
    final ServletBounds bounds;
    /** Those that the container has not got back yet. */
    final Set<Exchange> open = ConcurrentHashMap.newKeySet();

    private final LogLimit logLimit = new LogLimit(1, Duration.ofSeconds(1));
    private final AtomicLong waiting = new AtomicLong();
    private final AtomicBoolean relieving = new AtomicBoolean();

    ExchangeRegistry(HttpEndpoint endpoint, ServletBounds bounds) {
        this.endpoint = endpoint;
        this.bounds = bounds;
    }

    /** Looks at the time of all again and again. The timer only decides: each that is due has a thread of its own for the container. */
    RuntimeScheduler.Task watch() {
        return endpoint.repeat(LOOK_EVERY, () -> {
            long now = System.nanoTime();
            open.stream().filter(exchange -> exchange.isDue(now)).forEach(exchange -> execute(exchange::look));
            relieveIfFull();
        });
    }

    /** So many bytes more, or less, wait for clients to take them. */
    void waits(long more) {
        if (waiting.addAndGet(more) > bounds.waitingBytes() && more > 0) {
            relieveIfFull();
        }
    }

    /** In bytes. */
    long waiting() {
        return waiting.get();
    }

    private void relieveIfFull() {
        if (waiting.get() > bounds.waitingBytes() && relieving.compareAndSet(false, true)) {
            execute(this::relieve);
        }
    }

    /** What waits of an answer, in bytes, and for how long its client has taken nothing of it. */
    private record Stalled(Exchange exchange, long bytes, long nanos) {
        static Stalled of(Exchange exchange, long now) {
            Reply reply = exchange.reply();
            return new Stalled(exchange, reply.waiting(), now - reply.movedAt());
        }
    }

    /** Too much waits: cuts off the clients that have taken nothing for the longest time, as long as it does. */
    private void relieve() {
        try {
            long now = System.nanoTime();
            List<Stalled> all = open.stream()
                    .filter(exchange -> !exchange.isClosed())
                    .map(exchange -> Stalled.of(exchange, now))
                    .filter(stalled -> stalled.bytes() > 0)
                    .sorted(Comparator.comparingLong(Stalled::nanos).reversed())
                    .toList();
            // Not the counter: it still has what was cut off and not given up yet.
            long left = all.stream().mapToLong(Stalled::bytes).sum();
            int cut = 0;
            while (cut < all.size() && all.get(cut).nanos() > MemoryBudget.patienceNanos(left, bounds.waitingBytes())) {
                Stalled next = all.get(cut++);
                next.exchange().cut(HttpServletResponse.SC_REQUEST_TIMEOUT);
                left -= next.bytes();
            }
            cutAnswers.add(cut);
            if (cut > 0 && logLimit.admit() >= 0) {
                LOG.warn(
                        "Cut off {} answers whose clients do not read: limit={} bytes (ServletBounds.waitingBytes)",
                        cut,
                        bounds.waitingBytes());
            }
        } finally {
            relieving.set(false);
        }
    }

    /** Runs what may wait for the container. */
    void execute(Runnable work) {
        endpoint.execute(work);
    }

    /** Waits a moment until there is none. */
    void awaitNone() {
        Polling.await(open::isEmpty, LAST_WAIT);
    }
}
