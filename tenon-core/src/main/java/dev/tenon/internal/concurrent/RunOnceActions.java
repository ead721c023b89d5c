package dev.tenon.internal.concurrent;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Actions that run once each, on the thread that first calls {@link #runAll} after they were added. One call runs its
 * actions in the order in which they were added; two calls may overlap. Safe for use by many threads.
 */
public final class RunOnceActions {
    private final AtomicReference<@Nullable Runnable> pendingActions = new AtomicReference<>();

    /** No actions yet. */
    public RunOnceActions() {}

    /** Adds an action, which must not throw: those behind it would not run. */
    public void add(Runnable action) {
        pendingActions.accumulateAndGet(
                action,
                (before, last) -> before == null
                        ? last
                        : () -> {
                            before.run();
                            last.run();
                        });
    }

    /** Runs all actions that were added and have not begun. */
    public void runAll() {
        Runnable due = pendingActions.get() == null ? null : pendingActions.getAndSet(null);
        if (due != null) {
            due.run();
        }
    }
}
