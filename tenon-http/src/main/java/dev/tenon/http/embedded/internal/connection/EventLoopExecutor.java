package dev.tenon.http.embedded.internal.connection;

import io.vertx.core.Context;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings what any thread wants to do with a connection to its event loop, where alone the connection may be touched,
 * and keeps the order. On the event loop itself it is done at once.
 */
final class EventLoopExecutor {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.http");

    private final Context context;
    private final Thread thread = Thread.currentThread();
    private final Queue<Runnable> actions = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    /** Touched by the event loop only. */
    private boolean draining;

    /** The event loop that this thread is. */
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
     * Does it on the event loop, after what is going on there now. Once the HTTP server has been closed there is no
     * event loop, nor a connection that anything could be done with.
     */
    void executeLater(Runnable action) {
        try {
            context.runOnContext(nothing -> action.run());
        } catch (RejectedExecutionException e) {
            LOG.debug("The HTTP server has been closed", e);
        }
    }

    /** Does it on the event loop after that time. */
    void schedule(Duration time, Runnable action) {
        context.owner().setTimer(Math.max(1, time.toMillis()), timer -> action.run());
    }

    /** Does what was wanted, in order; what is wanted by something that is done now comes after that. */
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
        }
    }
}
