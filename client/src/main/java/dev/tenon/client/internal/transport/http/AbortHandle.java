package dev.tenon.client.internal.transport.http;

import dev.tenon.internal.concurrent.RunOnceActions;
import dev.tenon.internal.concurrent.RuntimeScheduler;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** Lets another thread abort one exchange, whatever it is waiting for. Safe for use by multiple threads. */
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

    /**
     * Creates a handle.
     *
     * @param deadlinePauser pauses the deadlines of the callers while a person has to act, and returns an action that
     *     resumes them
     */
    public AbortHandle(RuntimeScheduler scheduler, Supplier<Runnable> deadlinePauser) {
        this.scheduler = scheduler;
        this.deadlinePauser = deadlinePauser;
    }

    /** Runs an action for which a person may have to act, with paused deadlines. */
    <T> T runWithPausedDeadlines(Supplier<T> supplier) {
        Runnable resume = deadlinePauser.get();
        try {
            return supplier.get();
        } finally {
            resume.run();
        }
    }

    /** Sets the action that aborts the exchange from now on. */
    void setAbortAction(Runnable action) {
        abortAction = action;
        if (aborted) {
            action.run();
        }
    }

    /**
     * Registers an action that runs once when the exchange has completed or is aborted; at once if that has happened.
     * It must not throw.
     */
    public void onCompletion(Runnable action) {
        completionListeners.addForNextRun(action);
        if (completed) {
            completionListeners.runAll();
        }
    }

    /** Aborts the exchange: the request fails, and no handler is called. */
    public void abort() {
        aborted = true;
        abortAction.run();
        completeAndRelease();
    }

    /** Aborts the exchange unless it completes within that time; replaces the timer set before. */
    public void abortAfter(Duration delay) {
        setTimer(delay, this::abort);
    }

    /**
     * Runs an action after that time unless the exchange is aborted first; replaces the timer set before. The action
     * must not block.
     */
    public void setTimer(Duration delay, Runnable action) {
        RuntimeScheduler.TaskHandle next = scheduler.schedule(delay, () -> {
            if (!aborted) {
                action.run();
            }
        });
        timer.getAndSet(next).cancel();
        if (completed) {
            next.cancel();
        }
    }

    /** Completes the exchange and releases everything kept for it. */
    public void completeAndRelease() {
        completed = true;
        completionListeners.runAll();
        timer.get().cancel();
    }

    /** Returns whether the exchange has been aborted. */
    public boolean isAborted() {
        return aborted;
    }
}
