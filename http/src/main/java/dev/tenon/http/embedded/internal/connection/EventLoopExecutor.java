package dev.tenon.http.embedded.internal.connection;

import static dev.tenon.http.embedded.internal.HttpServerConfig.LOG;

import io.vertx.core.Context;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Executes actions of any thread on the event loop of a connection, in order. On the event loop itself they are
 * executed at once.
 */
final class EventLoopExecutor {
    private final Context context;
    private final Thread thread = Thread.currentThread();
    private final Queue<Runnable> actions = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    /** Used by the event loop only. */
    private boolean draining;

    /** Creates an executor for the current event loop. */
    EventLoopExecutor(Context context) {
        this.context = context;
    }

    void execute(Runnable action) {
        actions.add(action);
        if (Thread.currentThread() == thread) {
            drainQueue();
        } else if (scheduled.compareAndSet(false, true)) {
            executeLater(() -> {
                scheduled.set(false);
                drainQueue();
            });
        }
    }

    /**
     * Executes an action on the event loop, after the current task. Has no effect after the HTTP server has been
     * closed.
     */
    void executeLater(Runnable action) {
        try {
            context.runOnContext(nothing -> action.run());
        } catch (RejectedExecutionException e) {
            LOG.debug("The HTTP server has been closed", e);
        }
    }

    /** Executes an action on the event loop after that time. */
    void schedule(Duration delay, Runnable action) {
        context.owner().setTimer(Math.max(1, delay.toMillis()), timer -> action.run());
    }

    /** Executes the queued actions in order; actions that are added meanwhile follow. */
    private void drainQueue() {
        if (draining) {
            return;
        }
        draining = true;
        try {
            for (Runnable next = actions.poll(); next != null; next = actions.poll()) {
                next.run();
            }
        } finally {
            draining = false;
            if (!actions.isEmpty()) {
                // An action failed, or another thread has just added one.
                executeLater(this::drainQueue);
            }
        }
    }
}
