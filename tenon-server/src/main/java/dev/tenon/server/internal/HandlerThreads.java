package dev.tenon.server.internal;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads that handlers run on: virtual ones where the JVM has them (21 and later), else a cached pool. */
final class HandlerThreads {
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

    static ThreadFactory named(String prefix) {
        AtomicInteger count = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, prefix + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }
}
