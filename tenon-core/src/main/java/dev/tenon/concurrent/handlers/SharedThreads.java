package dev.tenon.concurrent.handlers;

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
 * Runs each task at once, on a thread that waits for no other task, as an executor with a thread for each does; but a thread
 * that is done takes the next task that nobody has begun, and ends only when there is none. Tasks that come together and are
 * short so cost one or two starts of a thread, not one each.
 *
 * <p>Whenever a task waits, a thread that runs no task is on its way to it: whoever adds one sends for a thread unless one is
 * on its way, and a thread that leaves tasks behind sends for another before it begins its own. Only a thread that {@linkplain
 * Gathering gathers} may add a few before it does.
 */
final class SharedThreads extends AbstractExecutorService {
    private static final Logger LOG = LoggerFactory.getLogger(SharedThreads.class);

    private final ThreadFactory factory;
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean coming = new AtomicBoolean();
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private final CountDownLatch terminated = new CountDownLatch(1);
    private volatile boolean shutDown;
    private volatile boolean stopped;

    SharedThreads(ThreadFactory factory) {
        this.factory = factory;
    }

    @Override
    public void execute(Runnable task) {
        add(task);
        sendFor(task);
    }

    /** As {@link #execute}, but where this thread is {@linkplain Gathering gathering}, the task may wait for the next ones. */
    void hand(Runnable task) {
        add(task);
        if (!Gathering.holds(this)) {
            sendFor(task);
        }
    }

    private void add(Runnable task) {
        waiting.add(task);
        if (shutDown && waiting.remove(task)) {
            throw new RejectedExecutionException("These threads have been stopped");
        }
    }

    private void sendFor(Runnable task) {
        try {
            send();
        } catch (Throwable e) {
            if (waiting.remove(task)) {
                throw e;
            }
        }
    }

    /** Sees to it that a thread is on its way. */
    private void send() {
        if (coming.compareAndSet(false, true)) {
            try {
                factory.newThread(this::work).start();
            } catch (Throwable e) {
                coming.set(false);
                throw e;
            }
        }
    }

    private void work() {
        threads.add(Thread.currentThread());
        coming.set(false);
        try {
            for (Runnable task = waiting.poll(); task != null; task = waiting.poll()) {
                sendForTheOthers();
                run(task);
            }
        } finally {
            threads.remove(Thread.currentThread());
            terminateIfDone();
        }
    }

    /** Sees to it that a thread is on its way, if something waits. */
    void sendForTheOthers() {
        if (!waiting.isEmpty()) {
            try {
                send();
            } catch (RuntimeException | Error e) {
                LOG.warn("There is no other thread for what waits, which now waits for what runs", e);
            }
        }
    }

    private void run(Runnable task) {
        // What interrupted the task before must not hit this one, but for the end of all.
        if (Thread.interrupted() && stopped) {
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
        if (shutDown && waiting.isEmpty() && !coming.get() && threads.isEmpty()) {
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
        stopped = true;
        List<Runnable> left = new ArrayList<>();
        for (Runnable task = waiting.poll(); task != null; task = waiting.poll()) {
            left.add(task);
        }
        threads.forEach(Thread::interrupt);
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
