package dev.tenon.client.internal.inbound;

import dev.tenon.internal.concurrent.ExecutionContext;
import dev.tenon.internal.concurrent.LogRateLimiter;
import dev.tenon.internal.concurrent.SerialTaskQueue;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the host what happens, one thing after the other. What waits is bounded: what has no room is dropped, counted
 * and logged.
 */
public final class NotificationQueue {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.client");
    private static final Duration FLUSH_TIMEOUT = Duration.ofSeconds(1);

    private final SerialTaskQueue queue;
    private final int maxNotifications;
    private final long maxBytes;
    private final LongAdder dropped;
    private final LogRateLimiter warnings = new LogRateLimiter(1, Duration.ofSeconds(10));

    public NotificationQueue(Executor threads, int most, long mostBytes, LongAdder dropped) {
        this.queue = new SerialTaskQueue(threads, most, mostBytes);
        this.maxNotifications = most;
        this.maxBytes = mostBytes;
        this.dropped = dropped;
    }

    /** Tells it when all before has been told. */
    public void enqueue(Runnable notice) {
        enqueue(notice, 0, null);
    }

    /**
     * Tells what holds so much of a message.
     *
     * @param change what has changed, if this is about a change: while an equal one waits, nothing more is told of it,
     *     and as many may wait as of everything else
     */
    public void enqueue(Runnable notice, int size, @Nullable Object change) {
        if (queue.tryAdd(() -> runSafely(notice), size, change)) {
            return;
        }
        dropped.increment();
        long before = warnings.tryAdmit();
        if (before >= 0) {
            LOG.warn(
                    "Dropped a notification of the server, and {} more before: too many wait for a listener that is slow "
                            + "(limits: notifications={}, json.bytes={})",
                    before,
                    maxNotifications,
                    maxBytes);
        }
    }

    /** Whether nothing waits to be told, nor is being told. */
    public boolean isIdle() {
        return queue.isIdle();
    }

    /**
     * Waits until what is waiting now has been told, for a second at most; not on the thread that tells, nor where none
     * may wait.
     */
    public void flush() {
        if (!ExecutionContext.current().canBlock()) {
            return;
        }
        try {
            queue.awaitIdle(FLUSH_TIMEOUT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void runSafely(Runnable notice) {
        try {
            notice.run();
        } catch (RuntimeException e) {
            LOG.error("A listener failed; the client goes on", e);
        }
    }
}
