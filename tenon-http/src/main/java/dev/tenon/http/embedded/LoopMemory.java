package dev.tenon.http.embedded;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;

/**
 * The memory that the connections of one event loop keep because their peers do not read: answers that have not left, and input
 * that waits. Only its event loop changes it.
 */
final class LoopMemory {
    private final Executor loop;
    private final long limit;
    private final LongAdder pauses = new LongAdder();
    private final LongAdder cuts = new LongAdder();
    private volatile long bytes;
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

    @SuppressWarnings("NonAtomicVolatileUpdate") // only the event loop writes it
    void add(long more) {
        bytes += more;
        if (more > 0 && !reliefDue && isFull()) {
            reliefDue = true;
            loop.execute(() -> {
                reliefDue = false;
                relief.run();
            });
        }
    }

    /** Whether those who do not read at all are to be cut off. */
    boolean isFull() {
        return bytes > limit;
    }

    /** Whether those who read too slowly are to be cut off as well. */
    boolean isOverfull() {
        return bytes > 2 * limit;
    }

    /** A connection is not read from until its peer reads. */
    void paused() {
        pauses.increment();
    }

    /** An answer, or a connection, was cut off. */
    void cut() {
        cuts.increment();
    }

    long limit() {
        return limit;
    }

    long bytes() {
        return bytes;
    }

    long pauses() {
        return pauses.sum();
    }

    long cuts() {
        return cuts.sum();
    }
}
