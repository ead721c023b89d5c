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
 * Runs each task immediately on a thread that waits for no other task, like an executor with one thread per task; but a
 * thread that has finished takes the next queued task, and ends only if there is none. Short tasks that arrive together
 * thus cost one or two thread starts instead of one each.
 *
 * <p>Invariant: while a task is queued, a worker without a task is starting. The thread that adds a task starts a
 * worker unless one is starting already, and a worker that leaves tasks in the queue starts another one before it runs
 * its own. Only a thread with a {@link WorkerStartCoalescer} may add a few tasks before it starts a worker.
 */
final class ThreadReusingExecutor extends AbstractExecutorService {
    private static final Logger LOG = LoggerFactory.getLogger(ThreadReusingExecutor.class);

    private final ThreadFactory factory;
    private final Queue<Runnable> queue = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean workerStarting = new AtomicBoolean();
    private final Set<Thread> workers = ConcurrentHashMap.newKeySet();
    private final CountDownLatch terminated = new CountDownLatch(1);
    private volatile boolean shutDown;
    private volatile boolean shutDownNow;

    ThreadReusingExecutor(ThreadFactory factory) {
        this.factory = factory;
    }

    @Override
    public void execute(Runnable task) {
        enqueue(task);
        ensureWorkerOrRemove(task);
    }

    /** Like {@link #execute}, but if the current thread has a {@link WorkerStartCoalescer}, the task may wait for further ones. */
    void executeBatched(Runnable task) {
        enqueue(task);
        if (!WorkerStartCoalescer.tryDefer(this)) {
            ensureWorkerOrRemove(task);
        }
    }

    private void enqueue(Runnable task) {
        queue.add(task);
        if (shutDown && queue.remove(task)) {
            throw new RejectedExecutionException("The executor has been shut down");
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

    /** Ensures that a worker is starting. */
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

    /** Ensures that a worker is starting if tasks are queued. */
    void ensureWorkerIfQueued() {
        if (!queue.isEmpty()) {
            try {
                ensureWorker();
            } catch (RuntimeException | Error e) {
                LOG.warn("Could not start another worker thread; queued tasks wait until a running task ends", e);
            }
        }
    }

    private void runTask(Runnable task) {
        // An interrupt of the previous task must not affect this one, except for shutdownNow().
        if (Thread.interrupted() && shutDownNow) {
            Thread.currentThread().interrupt();
        }
        try {
            task.run();
        } catch (Throwable e) {
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
        }
    }

    private void terminateIfDone() {
        // The order matters: a worker adds itself to the workers before it clears workerStarting.
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
        List<Runnable> unstarted = new ArrayList<>();
        for (Runnable task = queue.poll(); task != null; task = queue.poll()) {
            unstarted.add(task);
        }
        workers.forEach(Thread::interrupt);
        terminateIfDone();
        return unstarted;
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
