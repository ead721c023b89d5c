package dev.tenon.server.internal;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What is to be done at some moment: each action once, whoever comes to it, and one after the other as they were added. */
final class Once {
    private final AtomicReference<@Nullable Runnable> all = new AtomicReference<>();

    void add(Runnable action) {
        all.accumulateAndGet(
                action,
                (before, last) -> before == null
                        ? last
                        : () -> {
                            before.run();
                            last.run();
                        });
    }

    /** Does all that was added and that nobody has begun to do. */
    void run() {
        Runnable due = all.get() == null ? null : all.getAndSet(null);
        if (due != null) {
            due.run();
        }
    }
}
