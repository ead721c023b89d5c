package dev.tenon.server.internal;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The threads that handlers run on: virtual ones where the JVM has them (21 and later), else a cached pool. */
final class HandlerThreads {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.server");

    private HandlerThreads() {}

    static ExecutorService create() {
        try {
            return (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (ReflectiveOperationException e) {
            // A JVM before 21. The pool needs no bound of its own: the requests in flight are bounded.
            return Executors.newCachedThreadPool(named("tenon-handler-"));
        }
    }

    /** Stops them, and waits a moment: a servlet container complains of threads that outlive what started them. */
    static void stop(ExecutorService handlers) {
        handlers.shutdownNow();
        try {
            if (!handlers.awaitTermination(1, TimeUnit.SECONDS)) {
                LOG.warn("There are handlers that do not stop when they are interrupted");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static ThreadFactory named(String prefix) {
        AtomicInteger count = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, prefix + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }
}
