package dev.tenon.internal.buffer;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Limits the memory that many messages of many peers use together, in bytes. Thread-safe. */
public final class MemoryBudget {
    /**
     * Messages up to this size, in bytes, are not counted, so that small ones pass while large ones fill the budget.
     */
    private static final int UNCOUNTED_BYTES = 4 << 10;

    private static final long MAX_DEFAULT_BYTES = 128L << 20;
    private static final int HEAP_DIVISOR = 16;
    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final long MAX_OVERUSE_FACTOR = 4;

    private final long limit;
    private final AtomicLong used = new AtomicLong();
    private final LongAdder rejections = new LongAdder();

    /**
     * Creates an unused budget.
     *
     * @param limit in bytes
     */
    public MemoryBudget(long limit) {
        this.limit = limit;
    }

    /** Returns the default limit: a sixteenth of the maximum heap size, but at most 128 MiB. */
    public static long defaultLimit() {
        return Math.min(MAX_DEFAULT_BYTES, Runtime.getRuntime().maxMemory() / HEAP_DIVISOR);
    }

    /**
     * Returns how long a peer that reads nothing may keep memory, in nanoseconds, if all peers together use
     * {@code bytes}: unlimited up to {@code limit}, then one second and less the more is used, and zero from four times
     * the limit on.
     */
    public static long maxStallNanos(long bytes, long limit) {
        long overuse = bytes / limit;
        return bytes <= limit ? Long.MAX_VALUE : overuse < MAX_OVERUSE_FACTOR ? SECOND_NANOS / (overuse * overuse) : 0;
    }

    /**
     * Reserves memory for a message that grows from {@code from} to {@code to} bytes. The only counted message may have
     * any size.
     *
     * @return false if the budget is exhausted; the message keeps its previous reservation
     */
    public boolean tryGrow(int from, int to) {
        long increase = countedSize(to) - countedSize(from);
        if (increase > 0 && used.addAndGet(increase) > limit && used.get() > countedSize(to)) {
            used.addAndGet(-increase);
            rejections.increment();
            return false;
        }
        return true;
    }

    /** Releases the reservation of a message of this size. */
    public void release(int size) {
        long counted = countedSize(size);
        if (counted > 0) {
            used.addAndGet(-counted);
        }
    }

    private static long countedSize(int size) {
        return size <= UNCOUNTED_BYTES ? 0 : size;
    }

    /** Returns the number of reserved bytes. */
    public long used() {
        return used.get();
    }

    /** Returns the limit in bytes. */
    public long limit() {
        return limit;
    }

    /** Returns the number of rejected reservations. */
    public long rejectionCount() {
        return rejections.sum();
    }
}
