package dev.tenon.client.internal.inbound;

import dev.tenon.internal.concurrent.LogRateLimiter;
import dev.tenon.internal.concurrent.SerialTaskQueue;
import dev.tenon.internal.concurrent.ThreadBlockingContext;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers notifications to the listener, one at a time. The queue is bounded: notifications beyond the limit are
 * dropped, counted and logged.
 */
public final class NotificationQueue {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.client");
    private static final Duration FLUSH_TIMEOUT = Duration.ofSeconds(1);

    private final SerialTaskQueue queue;
    private final int maxNotifications;
    private final long maxBytes;
    private final LongAdder dropped;
    private final LogRateLimiter warnings = new LogRateLimiter(1, Duration.ofSeconds(10));

    public NotificationQueue(Executor executor, int maxNotifications, long maxBytes, LongAdder dropped) {
        this.queue = new SerialTaskQueue(executor, maxNotifications, maxBytes);
        this.maxNotifications = maxNotifications;
        this.maxBytes = maxBytes;
        this.dropped = dropped;
    }

    /** Enqueues a notification of negligible size. */
    public void enqueueOrDrop(Runnable notification) {
        enqueueOrDrop(notification, 0, null);
    }

    /**
     * Enqueues a notification.
     *
     * @param size the memory that it holds, in bytes
     * @param change identifies a change notification, or null: an equal one that is still queued replaces it. As many
     *     change notifications may be queued as others
     */
    public void enqueueOrDrop(Runnable notification, int size, @Nullable Object change) {
        if (queue.tryAdd(() -> runSafely(notification), size, change)) {
            return;
        }
        dropped.increment();
        long suppressed = warnings.admitAndTakeSuppressed();
        if (suppressed >= 0) {
            LOG.warn(
                    "Dropped a notification of the server ({} more not logged): the queue of the slow listener is full "
                            + "(limits: notifications={}, json.bytes={})",
                    suppressed,
                    maxNotifications,
                    maxBytes);
        }
    }

    /** Returns whether the queue is empty and no notification is being delivered. */
    public boolean isIdle() {
        return queue.isIdle();
    }

    /**
     * Waits up to a second until the queued notifications have been delivered. Has no effect on the delivering thread
     * and on threads that must not block.
     */
    public void awaitDelivery() {
        if (!ThreadBlockingContext.current().canBlock()) {
            return;
        }
        try {
            queue.awaitIdle(FLUSH_TIMEOUT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void runSafely(Runnable notification) {
        try {
            notification.run();
        } catch (RuntimeException e) {
            LOG.error("A notification listener failed", e);
        }
    }
}
