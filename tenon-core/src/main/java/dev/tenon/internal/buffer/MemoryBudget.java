package dev.tenon.internal.buffer;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** A bound on the memory that many messages of many peers take together, in bytes. Safe for use by many threads. */
public final class MemoryBudget {
    /**
     * Messages up to this size, in bytes, are not counted: a small one gets through while large ones fill the budget.
     */
    public static final int UNCOUNTED_BYTES = 4 << 10;

    private static final long MAX_DEFAULT_BYTES = 128L << 20;
    private static final int HEAP_DIVISOR = 16;
    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final long MAX_OVERUSE_FACTOR = 4;

    private final long limit;
    private final AtomicLong used = new AtomicLong();
    private final LongAdder refusals = new LongAdder();

    /**
     * A budget of which nothing is used.
     *
     * @param limit in bytes
     */
    public MemoryBudget(long limit) {
        this.limit = limit;
    }

    /** The default of such a limit: a sixteenth of the largest heap that this JVM may use, at most 128 MiB. */
    public static long defaultLimit() {
        return Math.min(MAX_DEFAULT_BYTES, Runtime.getRuntime().maxMemory() / HEAP_DIVISOR);
    }

    /**
     * Returns for how long a peer that reads nothing may keep memory, when all of them keep {@code bytes}, in
     * nanoseconds. There is no end up to {@code limit}; beyond, it is a second, and shorter the more is kept; from four
     * times the limit on it is zero.
     */
    public static long maxStallNanos(long bytes, long limit) {
        long times = bytes / limit;
        return bytes <= limit ? Long.MAX_VALUE : times < MAX_OVERUSE_FACTOR ? SECOND_NANOS / (times * times) : 0;
    }

    /**
     * Reserves memory for a message that grows; what it held before is part of the new size. A message that is the only
     * one is let in whatever its size.
     *
     * @return false when the budget has no room, in which case the message holds what it held before
     */
    public boolean tryGrow(int from, int to) {
        long more = countedSize(to) - countedSize(from);
        if (more > 0 && used.addAndGet(more) > limit && used.get() > countedSize(to)) {
            used.addAndGet(-more);
            refusals.increment();
            return false;
        }
        return true;
    }

    /** Gives back what a message of this size has reserved. */
    public void release(int size) {
        long counted = countedSize(size);
        if (counted > 0) {
            used.addAndGet(-counted);
        }
    }

    private static long countedSize(int size) {
        return size <= UNCOUNTED_BYTES ? 0 : size;
    }

    /** What is reserved now, in bytes. */
    public long used() {
        return used.get();
    }

    /** The most that can be reserved at once, in bytes. */
    public long limit() {
        return limit;
    }

    /** How often a reservation was refused. */
    public long rejectionCount() {
        return refusals.sum();
    }
}
