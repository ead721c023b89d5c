package dev.tenon.client.internal;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
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
    private final Queue<Notice> waiting = new ArrayDeque<>();
    private final ReentrantLock lock = new ReentrantLock();
    private long bytes;
    private boolean running;
    private volatile long thread = -1;

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
        boolean start;
        lock.lock();
        try {
            boolean full = waiting.size() >= most || bytes + size > mostBytes;
            if (full) {
                dropped.increment();
                return;
            }
            waiting.add(new Notice(notice, size));
            bytes += size;
            start = !running;
            running = true;
        } finally {
            lock.unlock();
        }
        if (start) {
            start();
        }
    }

    /** Whether nothing waits to be told, nor is being told. */
    boolean isQuiet() {
        lock.lock();
        try {
            return !running;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until what is waiting now has been told, for a second at most. Never on the thread that tells. */
    void flush() {
        lock.lock();
        try {
            if (!running || Thread.currentThread().getId() == thread) {
                return;
            }
        } finally {
            lock.unlock();
        }
        CountDownLatch told = new CountDownLatch(1);
        tell(told::countDown);
        try {
            boolean inTime = told.await(FLUSH_MS, TimeUnit.MILLISECONDS);
            LOG.trace("All was told in time: {}", inTime);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void start() {
        try {
            threads.execute(this::run);
        } catch (RejectedExecutionException e) {
            // The client has been closed.
            LOG.debug("Nobody is left to tell", e);
        }
    }

    private void run() {
        thread = Thread.currentThread().getId();
        for (Runnable notice = next(); notice != null; notice = next()) {
            try {
                notice.run();
            } catch (RuntimeException e) {
                LOG.error("A listener failed; the client goes on", e);
            }
        }
    }

    private @org.jspecify.annotations.Nullable Runnable next() {
        lock.lock();
        try {
            Notice notice = waiting.poll();
            if (notice == null) {
                running = false;
                thread = -1;
                return null;
            }
            bytes -= notice.size;
            return notice.telling;
        } finally {
            lock.unlock();
        }
    }

    /** Something to tell, and how much of a message it holds. */
    private record Notice(Runnable telling, int size) {}
}
