package dev.tenon.http.embedded.internal.channel;

import dev.tenon.internal.buffer.MemoryBudget;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * The memory that the connections of one event loop use for clients that do not read: unsent responses and pending
 * input. Only its event loop changes it.
 */
public final class EventLoopMemoryBudget {
    /** The limit in bytes. */
    public final long limit;
    /** How often reading was paused because the client did not read or earlier input was pending. */
    public final LongAdder pauses = new LongAdder();
    /** How many responses and connections were aborted. */
    public final LongAdder evictions = new LongAdder();

    final FairReadScheduler largeReads = new FairReadScheduler();
    private final Executor loop;
    /** Other threads may see an older value. */
    private final AtomicLong bytes = new AtomicLong();

    private Runnable onFull = () -> {};
    private boolean evictionScheduled;

    /**
     * Creates an empty budget.
     *
     * @param loop runs a task later on the event loop
     * @param limit the limit in bytes
     */
    EventLoopMemoryBudget(Executor loop, long limit) {
        this.loop = loop;
        this.limit = limit;
    }

    /** Sets the action that runs on the event loop when the limit is exceeded. */
    public void onFull(Runnable action) {
        onFull = action;
    }

    /** Adds used bytes, or removes them; schedules the {@link #onFull} action if the limit is exceeded then. */
    public void adjustBytes(long delta) {
        long now = bytes.getPlain() + delta;
        bytes.lazySet(now);
        if (delta > 0 && !evictionScheduled && now > limit) {
            evictionScheduled = true;
            loop.execute(() -> {
                evictionScheduled = false;
                onFull.run();
            });
        }
    }

    /**
     * Evicts before another request is accepted, if the budget is so full that no client that does not read is spared.
     */
    public void evictIfCritical() {
        if (maxStallNanos() == 0) {
            onFull.run();
        }
    }

    public boolean isExceeded() {
        return bytes.get() > limit;
    }

    /** Returns how long a client may not read and still be spared: the fuller the budget, the shorter. */
    public long maxStallNanos() {
        return MemoryBudget.maxStallNanos(bytes.get(), limit);
    }

    public long bytes() {
        return bytes.get();
    }
}
