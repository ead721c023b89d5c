package dev.tenon.client;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** A task that runs on its own thread, whose result or exception the test takes later. */
final class Background<T> implements AutoCloseable {
    private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
        Thread daemon = new Thread(task, "background");
        daemon.setDaemon(true);
        return daemon;
    });
    private final Future<T> future;

    Background(Callable<T> task) {
        future = thread.submit(task);
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
        thread.shutdown();
    }
}
