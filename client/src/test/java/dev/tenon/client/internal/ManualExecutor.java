package dev.tenon.client.internal;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** Keeps its tasks until the test runs them, on the thread of the test; after a shutdown it rejects them. */
public final class ManualExecutor extends AbstractExecutorService {
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private boolean inline;
    private boolean shutdown;

    /** Makes {@link #execute} run each task at once. */
    public void runInline() {
        inline = true;
    }

    /** Makes {@link #execute} keep each task again. */
    public void runManually() {
        inline = false;
    }

    @Override
    public void execute(Runnable task) {
        if (shutdown) {
            throw new RejectedExecutionException("shut down");
        }
        if (inline) {
            task.run();
        } else {
            tasks.add(task);
        }
    }

    public int taskCount() {
        return tasks.size();
    }

    public void runNext() {
        tasks.remove().run();
    }

    /** Runs all tasks, also those that they add. */
    public void runAll() {
        while (!tasks.isEmpty()) {
            runNext();
        }
    }

    @Override
    public void shutdown() {
        shutdown = true;
    }

    @Override
    public List<Runnable> shutdownNow() {
        shutdown = true;
        List<Runnable> dropped = List.copyOf(tasks);
        tasks.clear();
        return dropped;
    }

    @Override
    public boolean isShutdown() {
        return shutdown;
    }

    @Override
    public boolean isTerminated() {
        return shutdown;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return shutdown;
    }
}
