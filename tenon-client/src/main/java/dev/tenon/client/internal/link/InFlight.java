package dev.tenon.client.internal.link;

import dev.tenon.concurrent.RunOnce;
import dev.tenon.concurrent.RuntimeScheduler;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** What one exchange waits for now, so that another thread can end it at once. Safe for use by many threads. */
final class InFlight {
    private final RuntimeScheduler scheduler;
    private final Supplier<Runnable> pause;
    private final AtomicReference<RuntimeScheduler.Task> timer = new AtomicReference<>(() -> {});
    private final RunOnce whenOver = new RunOnce();
    private volatile boolean over;
    private volatile Runnable ending = () -> {};
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
        ending = end;
        if (aborted) {
            end.run();
        }
    }

    /** Runs this once, when the exchange is over or has been aborted; at once when it is. It must not throw. */
    void whenOver(Runnable action) {
        whenOver.add(action);
        if (over) {
            whenOver.run();
        }
    }

    /** Ends the call: the request fails, and no handler is called. */
    void abort() {
        aborted = true;
        ending.run();
        over();
    }

    /** Ends it unless it is over within that time. */
    void abortAfter(Duration time) {
        after(time, this::abort);
    }

    /** Runs this after that time, unless it is aborted before. It must not block. */
    void after(Duration time, Runnable action) {
        RuntimeScheduler.Task next = scheduler.schedule(time, () -> {
            if (!aborted) {
                action.run();
            }
        });
        timer.getAndSet(next).cancel();
        if (over) {
            next.cancel();
        }
    }

    /** It has ended by itself: nothing is kept for it any more. */
    void over() {
        over = true;
        whenOver.run();
        timer.get().cancel();
    }

    /** Whether it has been ended. */
    boolean isAborted() {
        return aborted;
    }
}
