package dev.tenon.internal.concurrent;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads that handlers run on: virtual ones where the JVM has them (21 and later), else a cached pool. Either way
 * a task has a thread to itself at once, which goes on to another when it is done.
 */
public final class HandlerExecutors {
    private static final Logger LOG = LoggerFactory.getLogger(HandlerExecutors.class);
    private static final ThreadFactory CLOSING_THREADS = namedThreadFactory("tenon-closing-");

    private HandlerExecutors() {}

    /**
     * An executor for blocking code, without a bound of its own: whoever gives it work bounds that. Stop it with {@link
     * #shutDownAndAwait}.
     */
    public static ExecutorService create() {
        try {
            return new CoalescingExecutor(virtualThreadFactory());
        } catch (ReflectiveOperationException e) {
            // A JVM before 21.
            return Executors.newCachedThreadPool(namedThreadFactory("tenon-handler-"));
        }
    }

    /**
     * Makes virtual threads that inherit nothing of whoever happens to start them, and load classes as this thread
     * does.
     */
    private static ThreadFactory virtualThreadFactory() throws ReflectiveOperationException {
        Class<?> builder = Class.forName("java.lang.Thread$Builder$OfVirtual");
        Object virtual = Thread.class.getMethod("ofVirtual").invoke(null);
        builder.getMethod("inheritInheritableThreadLocals", boolean.class).invoke(virtual, false);
        ThreadFactory factory = (ThreadFactory) builder.getMethod("factory").invoke(virtual);
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return task -> {
            Thread thread = factory.newThread(task);
            thread.setContextClassLoader(loader);
            return thread;
        };
    }

    /**
     * Has one of them run a task: at once, or, where this thread delivers messages of which more have come already,
     * when it has delivered some of these. Before that thread does something slow, it must call
     * {@link TaskBatch#flush}.
     */
    public static void executeBatched(Executor handlers, Runnable task) {
        if (handlers instanceof CoalescingExecutor threads) {
            threads.executeBatched(task);
        } else {
            handlers.execute(task);
        }
    }

    /**
     * Has one of them run a task, or a thread of its own when they have been stopped: the caller may be an event loop.
     */
    public static void executeEvenIfShutDown(Executor handlers, Runnable task) {
        try {
            handlers.execute(task);
        } catch (RejectedExecutionException e) {
            CLOSING_THREADS.newThread(task).start();
        }
    }

    /** Stops them, and waits a moment: a servlet container complains of threads that outlive what started them. */
    public static void shutDownAndAwait(ExecutorService handlers) {
        handlers.shutdownNow();
        try {
            if (!handlers.awaitTermination(1, TimeUnit.SECONDS)) {
                LOG.warn("There are handlers that do not stop when they are interrupted");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Makes daemon threads that are named with this prefix and a number. */
    public static ThreadFactory namedThreadFactory(String prefix) {
        AtomicInteger count = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, prefix + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }
}
