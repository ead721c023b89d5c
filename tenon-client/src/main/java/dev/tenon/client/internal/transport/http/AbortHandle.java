package dev.tenon.client.internal.transport.http;

import dev.tenon.internal.concurrent.RunOnceActions;
import dev.tenon.internal.concurrent.RuntimeScheduler;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** What one exchange waits for now, so that another thread can end it at once. Safe for use by many threads. */
public final class AbortHandle {
    private final RuntimeScheduler scheduler;
    private final Supplier<Runnable> deadlinePauser;
    private final AtomicReference<RuntimeScheduler.TaskHandle> timer = new AtomicReference<>(() -> {});
    private final RunOnceActions completionListeners = new RunOnceActions();
    private volatile boolean completed;
    private volatile Runnable abortAction = () -> {};
    private volatile boolean aborted;

    public AbortHandle(RuntimeScheduler scheduler) {
        this(scheduler, () -> () -> {});
    }

    /** {@code pause} stops the time of those who wait, while a person is asked something; what it returns ends that. */
    public AbortHandle(RuntimeScheduler scheduler, Supplier<Runnable> pause) {
        this.scheduler = scheduler;
        this.deadlinePauser = pause;
    }

    /** Does what a person may have to do something for. */
    <T> T runPaused(Supplier<T> work) {
        Runnable resume = deadlinePauser.get();
        try {
            return work.get();
        } finally {
            resume.run();
        }
    }

    /** The exchange is ended by this from now on. */
    void setAbortAction(Runnable end) {
        abortAction = end;
        if (aborted) {
            end.run();
        }
    }

    /** Runs this once, when the exchange is over or has been aborted; at once when it is. It must not throw. */
    public void onCompletion(Runnable action) {
        completionListeners.add(action);
        if (completed) {
            completionListeners.runAll();
        }
    }

    /** Ends the call: the request fails, and no handler is called. */
    public void abort() {
        aborted = true;
        abortAction.run();
        complete();
    }

    /** Ends it unless it is over within that time. */
    public void abortAfter(Duration time) {
        schedule(time, this::abort);
    }

    /** Runs this after that time, unless it is aborted before. It must not block. */
    public void schedule(Duration time, Runnable action) {
        RuntimeScheduler.TaskHandle next = scheduler.schedule(time, () -> {
            if (!aborted) {
                action.run();
            }
        });
        timer.getAndSet(next).cancel();
        if (completed) {
            next.cancel();
        }
    }

    /** It has ended by itself: nothing is kept for it any more. */
    public void complete() {
        completed = true;
        completionListeners.runAll();
        timer.get().cancel();
    }

    /** Whether it has been ended. */
    public boolean isAborted() {
        return aborted;
    }
}
