package dev.tenon.client.internal.link;

import dev.tenon.concurrent.RuntimeScheduler;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** What one exchange waits for now, so that another thread can end it at once. Safe for use by many threads. */
final class InFlight {
    private static final RuntimeScheduler.Task NO_TASK = () -> {};

    private final RuntimeScheduler scheduler;
    private final Supplier<Runnable> pause;
    private final AtomicReference<Runnable> ending = new AtomicReference<>(() -> {});
    private final AtomicReference<Runnable> whenOver = new AtomicReference<>(() -> {});
    private final AtomicReference<RuntimeScheduler.Task> timer = new AtomicReference<>(NO_TASK);
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile boolean aborted;

    InFlight(RuntimeScheduler scheduler) {
        this(scheduler, () -> () -> {});
    }

    /** {@code pause} stops the time of those who wait, while a person is asked something; what it returns ends that. */
    InFlight(RuntimeScheduler scheduler, Supplier<Runnable> pause) {
        this.scheduler = scheduler;
        this.pause = pause;
    }

    /** Does what a person may have to do something for. */
    <T> T paused(Supplier<T> work) {
        Runnable resume = pause.get();
        try {
            return work.get();
        } finally {
            resume.run();
        }
    }

    /** The exchange is ended by this from now on. */
    void endsBy(Runnable end) {
        ending.set(end);
        if (aborted) {
            end.run();
        }
    }

    /** Runs this once, when the exchange is over or has been aborted; at once when it is. Said once. */
    void whenOver(Runnable action) {
        whenOver.set(action);
        if (over.get()) {
            finish();
        }
    }

    /** Ends the call: the request fails, and no handler is called. */
    void abort() {
        aborted = true;
        ending.get().run();
        over();
    }

    /** Ends it unless it is over within that time. */
    void abortAfter(Duration time) {
        after(time, this::abort);
    }

    /** Runs this after that time, unless it is aborted before. It must not block. */
    void after(Duration time, Runnable action) {
        timer.getAndSet(scheduler.schedule(time, () -> {
                    if (!aborted) {
                        action.run();
                    }
                }))
                .cancel();
        if (over.get()) {
            timer.getAndSet(NO_TASK).cancel();
        }
    }

    /** It has ended by itself: nothing is kept for it any more. */
    void over() {
        over.set(true);
        finish();
    }

    private void finish() {
        timer.getAndSet(NO_TASK).cancel();
        whenOver.getAndSet(() -> {}).run();
    }

    /** Whether it has been ended. */
    boolean isAborted() {
        return aborted;
    }
}
