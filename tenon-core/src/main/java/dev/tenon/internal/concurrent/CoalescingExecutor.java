package dev.tenon.internal.concurrent;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs each task at once, on a thread that waits for no other task, as an executor with a thread for each does; but a
 * thread that is done takes the next task that nobody has begun, and ends only when there is none. Tasks that come
 * together and are short so cost one or two starts of a thread, not one each.
 *
 * <p>Whenever a task waits, a thread that runs no task is on its way to it: whoever adds one sends for a thread unless
 * one is on its way, and a thread that leaves tasks behind sends for another before it begins its own. Only a thread
 * that {@linkplain TaskBatch gathers} may add a few before it does.
 */
final class CoalescingExecutor extends AbstractExecutorService {
    private static final Logger LOG = LoggerFactory.getLogger(CoalescingExecutor.class);

    private final ThreadFactory factory;
    private final Queue<Runnable> queue = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean workerStarting = new AtomicBoolean();
    private final Set<Thread> workers = ConcurrentHashMap.newKeySet();
    private final CountDownLatch terminated = new CountDownLatch(1);
    private volatile boolean shutDown;
    private volatile boolean shutDownNow;

    CoalescingExecutor(ThreadFactory factory) {
        this.factory = factory;
    }

    @Override
    public void execute(Runnable task) {
        enqueue(task);
        ensureWorkerOrRemove(task);
    }

    /**
     * As {@link #execute}, but where this thread is {@linkplain TaskBatch gathering}, the task may wait for the next
     * ones.
     */
    void executeBatched(Runnable task) {
        enqueue(task);
        if (!TaskBatch.tryDefer(this)) {
            ensureWorkerOrRemove(task);
        }
    }

    private void enqueue(Runnable task) {
        queue.add(task);
        if (shutDown && queue.remove(task)) {
            throw new RejectedExecutionException("These threads have been stopped");
        }
    }

    private void ensureWorkerOrRemove(Runnable task) {
        try {
            ensureWorker();
        } catch (Throwable e) {
            if (queue.remove(task)) {
                throw e;
            }
        }
    }

    /** Sees to it that a thread is on its way. */
    private void ensureWorker() {
        if (workerStarting.compareAndSet(false, true)) {
            try {
                factory.newThread(this::runWorker).start();
            } catch (Throwable e) {
                workerStarting.set(false);
                throw e;
            }
        }
    }

    private void runWorker() {
        workers.add(Thread.currentThread());
        workerStarting.set(false);
        try {
            for (Runnable task = queue.poll(); task != null; task = queue.poll()) {
                ensureWorkerIfQueued();
                runTask(task);
            }
        } finally {
            workers.remove(Thread.currentThread());
            terminateIfDone();
        }
    }

    /** Sees to it that a thread is on its way, if something waits. */
    void ensureWorkerIfQueued() {
        if (!queue.isEmpty()) {
            try {
                ensureWorker();
            } catch (RuntimeException | Error e) {
                LOG.warn("There is no other thread for what waits, which now waits for what runs", e);
            }
        }
    }

    private void runTask(Runnable task) {
        // What interrupted the task before must not hit this one, but for the end of all.
        if (Thread.interrupted() && shutDownNow) {
            Thread.currentThread().interrupt();
        }
        try {
            task.run();
        } catch (Throwable e) {
            Thread self = Thread.currentThread();
            self.getUncaughtExceptionHandler().uncaughtException(self, e);
        }
    }

    private void terminateIfDone() {
        // In this order: who is coming is among the threads before it is not coming any more.
        if (shutDown && queue.isEmpty() && !workerStarting.get() && workers.isEmpty()) {
            terminated.countDown();
        }
    }

    @Override
    public void shutdown() {
        shutDown = true;
        terminateIfDone();
    }

    @Override
    public List<Runnable> shutdownNow() {
        shutDown = true;
        shutDownNow = true;
        List<Runnable> left = new ArrayList<>();
        for (Runnable task = queue.poll(); task != null; task = queue.poll()) {
            left.add(task);
        }
        workers.forEach(Thread::interrupt);
        terminateIfDone();
        return left;
    }

    @Override
    public boolean isShutdown() {
        return shutDown;
    }

    @Override
    public boolean isTerminated() {
        return terminated.getCount() == 0;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return terminated.await(timeout, unit);
    }
}
