package dev.tenon.http.embedded;

import dev.tenon.transport.MemoryBudget;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * The memory that the connections of one event loop keep because their peers do not read: answers that have not left, and input
 * that waits. Only its event loop changes it.
 */
final class LoopMemory {
    /** In bytes. */
    final long limit;
    /** How often a connection was not read from, because its peer did not read or its earlier input waited. */
    final LongAdder pauses = new LongAdder();
    /** How many answers and connections were cut off. */
    final LongAdder cuts = new LongAdder();

    final LargeReads largeReads = new LargeReads();
    private final Executor loop;
    /** Other threads may see it late. */
    private final AtomicLong bytes = new AtomicLong();

    private Runnable relief = () -> {};
    private boolean reliefDue;

    /**
     * Nothing is kept yet.
     *
     * @param loop runs a task on the event loop, later
     * @param limit in bytes
     */
    LoopMemory(Executor loop, long limit) {
        this.loop = loop;
        this.limit = limit;
    }

    /** What to do, on the event loop, when the limit is exceeded. */
    void whenFull(Runnable action) {
        relief = action;
    }

    void add(long more) {
        long now = bytes.getPlain() + more;
        bytes.lazySet(now);
        if (more > 0 && !reliefDue && now > limit) {
            reliefDue = true;
            loop.execute(() -> {
                reliefDue = false;
                relief.run();
            });
        }
    }

    /** Makes room before another request is taken in, where so much waits that no peer that does not read is spared. */
    void relieveIfCritical() {
        if (patienceNanos() == 0) {
            relief.run();
        }
    }

    boolean isFull() {
        return bytes.get() > limit;
    }

    /** For how long a peer may have read nothing and still be spared: the fuller, the shorter. */
    long patienceNanos() {
        return MemoryBudget.patienceNanos(bytes.get(), limit);
    }

    long bytes() {
        return bytes.get();
    }
}
