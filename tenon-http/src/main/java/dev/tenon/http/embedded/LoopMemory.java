package dev.tenon.http.embedded;

import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * The memory that the connections of one event loop keep because their peers do not read: answers that have not left, and input
 * that waits. Only its event loop changes it.
 */
final class LoopMemory {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    /** So many times the limit is half of the heap, by default. */
    private static final long MOST_TIMES = 4;

    private final Executor loop;
    private final long limit;
    private final LongAdder pauses = new LongAdder();
    private final LongAdder cuts = new LongAdder();
    private final LargeReads largeReads = new LargeReads();
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

    LargeReads largeReads() {
        return largeReads;
    }

    void add(long more) {
        long now = bytes + more;
        bytes = now;
        if (more > 0 && !reliefDue && now > limit) {
            reliefDue = true;
            loop.execute(() -> {
                reliefDue = false;
                relief.run();
            });
        }
    }

    boolean isFull() {
        return bytes > limit;
    }

    /** For how long a peer may have read nothing and still be spared: the fuller, the shorter. */
    long patienceNanos() {
        long times = bytes / limit;
        return times == 0 ? Long.MAX_VALUE : times < MOST_TIMES ? SECOND / (times * times) : 0;
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
