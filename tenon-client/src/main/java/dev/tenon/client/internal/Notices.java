package dev.tenon.client.internal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.concurrent.ExecutionContext;
import dev.tenon.concurrent.LogLimit;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the host what happens, one thing after the other. What waits is bounded: that something has changed waits once, however often
 * the server says so, and a flood of other things is dropped, counted and logged.
 */
final class Notices {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.client");
    private static final long FLUSH_MS = 1000;

    private final Executor threads;
    private final int most;
    private final long mostBytes;
    private final LongAdder dropped;
    private final LogLimit warnings = new LogLimit(1, Duration.ofSeconds(10));
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private int waiting;

    @GuardedBy("lock") private long bytes;

    /** Changes that wait. */
    @GuardedBy("lock") private final Set<Object> changes = new HashSet<>();

    /** Done when all has been told. Written with the lock. */
    private volatile CompletableFuture<?> last = CompletableFuture.completedFuture(null);

    private volatile @Nullable Thread teller;

    Notices(Executor threads, int most, long mostBytes, LongAdder dropped) {
        this.threads = threads;
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
        lock.lock();
        try {
            if (change != null && changes.contains(change)) {
                return;
            }
            if (change == null ? waiting < most && bytes + size <= mostBytes : changes.size() < most) {
                count(1, size, change);
                last = last.handleAsync((told, problem) -> run(notice, size, change), threads);
                return;
            }
        } finally {
            lock.unlock();
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
        return last.isDone();
    }

    /** Waits until what is waiting now has been told, for a second at most; not on the thread that tells, nor where none may wait. */
    void flush() {
        if (isQuiet()
                || Thread.currentThread() == teller
                || !ExecutionContext.current().canBlock()) {
            return;
        }
        try {
            var unused = last.get(FLUSH_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.trace("Not all was told in time", e);
        }
    }

    private @Nullable Object run(Runnable notice, int size, @Nullable Object change) {
        count(-1, -size, change);
        teller = Thread.currentThread();
        try {
            notice.run();
        } catch (RuntimeException e) {
            LOG.error("A listener failed; the client goes on", e);
        } finally {
            teller = null;
        }
        return null;
    }

    private void count(int notices, int size, @Nullable Object change) {
        lock.lock();
        try {
            if (change == null) {
                waiting += notices;
                bytes += size;
            } else if (notices > 0) {
                changes.add(change);
            } else {
                changes.remove(change);
            }
        } finally {
            lock.unlock();
        }
    }
}
