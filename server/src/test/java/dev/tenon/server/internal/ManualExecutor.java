package dev.tenon.server.internal;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/** Runs its tasks when the test says so, on the thread of the test. */
public final class ManualExecutor implements Executor {
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private boolean shutDown;

    @Override
    public void execute(Runnable task) {
        if (shutDown) {
            throw new RejectedExecutionException("shut down");
        }
        tasks.add(task);
    }

    /** Rejects all further tasks. */
    public void shutDown() {
        shutDown = true;
    }

    public int size() {
        return tasks.size();
    }

    /** Runs the queued tasks, and those that they queue. */
    public void runAll() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }
}
