package dev.tenon.concurrent;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Actions that run once each, on the thread that first calls {@link #run} after they were added. One call runs its actions in the order
 * in which they were added; two calls may overlap. Safe for use by many threads.
 */
public final class RunOnce {
    private final AtomicReference<@Nullable Runnable> all = new AtomicReference<>();

    /** No actions yet. */
    public RunOnce() {}

    /** Adds an action, which must not throw: those behind it would not run. */
    public void add(Runnable action) {
        all.accumulateAndGet(
                action,
                (before, last) -> before == null
                        ? last
                        : () -> {
                            before.run();
                            last.run();
                        });
    }

    /** Runs all actions that were added and have not begun. */
    public void run() {
        Runnable due = all.get() == null ? null : all.getAndSet(null);
        if (due != null) {
            due.run();
        }
    }
}
