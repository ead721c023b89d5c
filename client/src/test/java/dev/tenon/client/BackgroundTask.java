package dev.tenon.client;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** A task that runs on its own thread, whose result or exception the test takes later. */
final class BackgroundTask<T> implements AutoCloseable {
    private final ExecutorService executor = Executors.newSingleThreadExecutor(task -> {
        Thread worker = new Thread(task, "background");
        worker.setDaemon(true);
        return worker;
    });
    private final Future<T> future;

    BackgroundTask(Callable<T> task) {
        future = executor.submit(task);
    }

    /** Returns the result, or throws the exception of the task. */
    T result() throws Exception {
        try {
            return future.get(20, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception exception ? exception : e;
        }
    }

    boolean isDone() {
        return future.isDone();
    }

    @Override
    public void close() {
        executor.shutdown();
    }
}
