package dev.tenon.client.internal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
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

/** Tells the host what happens, one thing after the other. What waits is bounded: a flood is dropped and counted. */
final class Notices {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.client");
    private static final long FLUSH_MS = 1000;

    private final Executor threads;
    private final int most;
    private final long mostBytes;
    private final LongAdder dropped;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private int waiting;

    @GuardedBy("lock") private long bytes;

    /** Done when all has been told. */
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
        tell(notice, 0);
    }

    /** Tells what holds so much of a message. */
    void tell(Runnable notice, int size) {
        lock.lock();
        try {
            if (waiting >= most || bytes + size > mostBytes) {
                dropped.increment();
                return;
            }
            count(1, size);
            last = last.handleAsync((told, problem) -> run(notice, size), threads);
        } finally {
            lock.unlock();
        }
    }

    /** Whether nothing waits to be told, nor is being told. */
    boolean isQuiet() {
        return last.isDone();
    }

    /** Waits until what is waiting now has been told, for a second at most. Never on the thread that tells. */
    void flush() {
        if (isQuiet() || Thread.currentThread() == teller) {
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

    private @Nullable Object run(Runnable notice, int size) {
        count(-1, -size);
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

    private void count(int notices, int size) {
        lock.lock();
        try {
            waiting += notices;
            bytes += size;
        } finally {
            lock.unlock();
        }
    }
}
