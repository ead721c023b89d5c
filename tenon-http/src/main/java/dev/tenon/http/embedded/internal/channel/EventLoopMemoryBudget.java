package dev.tenon.http.embedded.internal.channel;

import dev.tenon.internal.buffer.MemoryBudget;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * The memory that the connections of one event loop keep because their peers do not read: answers that have not left,
 * and input that waits. Only its event loop changes it.
 */
public final class EventLoopMemoryBudget {
    /** In bytes. */
    public final long limit;
    /** How often a connection was not read from, because its peer did not read or its earlier input waited. */
    public final LongAdder pauses = new LongAdder();
    /** How many answers and connections were cut off. */
    public final LongAdder evictions = new LongAdder();

    final LargeReadScheduler largeReads = new LargeReadScheduler();
    private final Executor loop;
    /** Other threads may see it late. */
    private final AtomicLong bytes = new AtomicLong();

    private Runnable onFull = () -> {};
    private boolean reliefDue;

    /**
     * Nothing is kept yet.
     *
     * @param loop runs a task on the event loop, later
     * @param limit in bytes
     */
    EventLoopMemoryBudget(Executor loop, long limit) {
        this.loop = loop;
        this.limit = limit;
    }

    /** What to do, on the event loop, when the limit is exceeded. */
    public void onFull(Runnable action) {
        onFull = action;
    }

    public void adjust(long more) {
        long now = bytes.getPlain() + more;
        bytes.lazySet(now);
        if (more > 0 && !reliefDue && now > limit) {
            reliefDue = true;
            loop.execute(() -> {
                reliefDue = false;
                onFull.run();
            });
        }
    }

    /** Makes room before another request is taken in, where so much waits that no peer that does not read is spared. */
    public void evictIfCritical() {
        if (maxStallNanos() == 0) {
            onFull.run();
        }
    }

    public boolean isExceeded() {
        return bytes.get() > limit;
    }

    /** For how long a peer may have read nothing and still be spared: the fuller, the shorter. */
    public long maxStallNanos() {
        return MemoryBudget.maxStallNanos(bytes.get(), limit);
    }

    public long bytes() {
        return bytes.get();
    }
}
