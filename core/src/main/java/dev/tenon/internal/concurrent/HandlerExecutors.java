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
 * Creates the executors of handlers: virtual threads where the JVM has them (21 and later), otherwise a cached pool. In
 * both cases each task gets a thread immediately.
 */
public final class HandlerExecutors {
    private static final Logger LOG = LoggerFactory.getLogger(HandlerExecutors.class);
    private static final ThreadFactory CLOSING_THREADS = namedThreadFactory("tenon-closing-");

    private HandlerExecutors() {}

    /**
     * Creates an executor for blocking code. It is unbounded: callers must limit their tasks. Stop it with
     * {@link #shutDownNowAndAwait}.
     */
    public static ExecutorService create() {
        try {
            return new ThreadReusingExecutor(virtualThreadFactory());
        } catch (ReflectiveOperationException e) {
            // The JVM is older than 21.
            return Executors.newCachedThreadPool(namedThreadFactory("tenon-handler-"));
        }
    }

    /**
     * Creates virtual threads that inherit no thread locals, and use the context class loader of the current thread.
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
     * Executes a task: immediately, or, if the current thread has a {@link WorkerStartCoalescer}, together with further tasks.
     * Before a thread with a batch does something slow, it must call {@link WorkerStartCoalescer#flush}.
     */
    public static void executeBatched(Executor handlers, Runnable task) {
        if (handlers instanceof ThreadReusingExecutor executor) {
            executor.executeBatched(task);
        } else {
            handlers.execute(task);
        }
    }

    /**
     * Executes a task, even if the executor has been shut down: then on a new thread, as the caller may be an event
     * loop.
     */
    public static void executeEvenIfShutDown(Executor handlers, Runnable task) {
        try {
            handlers.execute(task);
        } catch (RejectedExecutionException e) {
            CLOSING_THREADS.newThread(task).start();
        }
    }

    /**
     * Shuts the executor down: interrupts running tasks and drops waiting ones. It waits up to one second for the
     * running tasks, as servlet containers warn about threads that outlive their application.
     */
    public static void shutDownNowAndAwait(ExecutorService handlers) {
        handlers.shutdownNow();
        try {
            if (!handlers.awaitTermination(1, TimeUnit.SECONDS)) {
                LOG.warn("Handlers are still running one second after they were interrupted");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Creates daemon threads named with this prefix and a number. */
    public static ThreadFactory namedThreadFactory(String prefix) {
        AtomicInteger count = new AtomicInteger();
        return task -> newDaemonThread(task, prefix + count.incrementAndGet());
    }

    /** Creates a daemon thread, which does not keep the JVM running. */
    public static Thread newDaemonThread(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }
}
