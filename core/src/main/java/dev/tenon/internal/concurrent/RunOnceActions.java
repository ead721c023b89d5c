package dev.tenon.internal.concurrent;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Actions that run once each, on the thread that calls {@link #runAll} first after they were added. One call runs its
 * actions in the order in which they were added; two calls may overlap. Thread-safe.
 */
public final class RunOnceActions {
    private final AtomicReference<@Nullable Runnable> pendingActions = new AtomicReference<>();

    /** Adds an action. It must not throw, as later actions would not run. */
    public void addForNextRun(Runnable action) {
        pendingActions.accumulateAndGet(
                action,
                (previous, next) -> previous == null
                        ? next
                        : () -> {
                            previous.run();
                            next.run();
                        });
    }

    /** Runs all actions that have not started. */
    public void runAll() {
        Runnable due = pendingActions.get() == null ? null : pendingActions.getAndSet(null);
        if (due != null) {
            due.run();
        }
    }
}
