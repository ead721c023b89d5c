package dev.tenon.client.internal;

import dev.tenon.concurrent.ExecutionContext;
import dev.tenon.concurrent.LogLimit;
import dev.tenon.concurrent.SerialTaskQueue;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the host what happens, one thing after the other. What waits is bounded: what has no room is dropped, counted and logged. */
final class Notices {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.client");
    private static final Duration FLUSH = Duration.ofSeconds(1);

    private final SerialTaskQueue queue;
    private final int most;
    private final long mostBytes;
    private final LongAdder dropped;
    private final LogLimit warnings = new LogLimit(1, Duration.ofSeconds(10));

    Notices(Executor threads, int most, long mostBytes, LongAdder dropped) {
        this.queue = new SerialTaskQueue(threads, most, mostBytes);
        this.most = most;
        this.mostBytes = mostBytes;
        this.dropped = dropped;
    }

    /** Tells it when all before has been told. */
    void tell(Runnable notice) {
        tell(notice, 0, null);
    }

    /**
     * Tells what holds so much of a message.
     *
     * @param change what has changed, if this is about a change: while an equal one waits, nothing more is told of it, and as many
     *     may wait as of everything else
     */
    void tell(Runnable notice, int size, @Nullable Object change) {
        if (queue.add(() -> run(notice), size, change)) {
            return;
        }
        dropped.increment();
        long before = warnings.admit();
        if (before >= 0) {
            LOG.warn(
                    "Dropped a notification of the server, and {} more before: too many wait for a listener that is slow "
                            + "(limits: notifications={}, json.bytes={})",
                    before,
                    most,
                    mostBytes);
        }
    }

    /** Whether nothing waits to be told, nor is being told. */
    boolean isQuiet() {
        return queue.isQuiet();
    }

    /** Waits until what is waiting now has been told, for a second at most; not on the thread that tells, nor where none may wait. */
    void flush() {
        if (!ExecutionContext.current().canBlock()) {
            return;
        }
        try {
            queue.flush(FLUSH);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void run(Runnable notice) {
        try {
            notice.run();
        } catch (RuntimeException e) {
            LOG.error("A listener failed; the client goes on", e);
        }
    }
}
