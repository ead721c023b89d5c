package dev.tenon.internal.concurrent;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * What a thread that reads many messages at once hands to {@link CoalescingExecutor}: a thread is sent for when it has
 * handed over some tasks, or reads no more for now. To wake one for each costs more than most of them do.
 */
public final class TaskBatch {
    /**
     * So many tasks at most wait: for the one who reads a channel, or for the end of a turn, in which an event loop
     * serves all connections that something came from.
     */
    private static final int MAX_DEFERRED = 32;

    private static final ThreadLocal<@Nullable TaskBatch> CURRENT = new ThreadLocal<>();

    private final @Nullable Executor endOfLoopTick;
    private @Nullable CoalescingExecutor executor;
    private int deferred;

    private TaskBatch(@Nullable Executor endOfTurn) {
        this.endOfLoopTick = endOfTurn;
    }

    /**
     * This thread reads a channel: what it {@linkplain HandlerExecutors#executeBatched hands over} may wait until it
     * {@linkplain #flush lets go} of it, or {@linkplain #end ends} that.
     */
    public static void begin() {
        CURRENT.set(new TaskBatch(null));
    }

    /**
     * This thread is an event loop, which {@linkplain ExecutionContext must not wait}, and finds what has come on many
     * connections in one turn: what it {@linkplain HandlerExecutors#executeBatched hands over} may wait for the end of
     * that, so that one thread is sent for where many were.
     *
     * @param endOfTurn runs what it is given on this thread at the end of the turn
     */
    public static void begin(Executor endOfTurn) {
        CURRENT.set(new TaskBatch(endOfTurn));
    }

    /** It gathers no longer, and what it has gathered begins. */
    public static void end() {
        flush();
        CURRENT.remove();
    }

    /** What this thread has gathered begins: it will wait for something, or take its time. */
    public static void flush() {
        TaskBatch here = CURRENT.get();
        if (here != null) {
            here.wakeWorkers();
        }
    }

    /** Whether a task of these threads may wait for more of them, as this thread gathers. */
    static boolean tryDefer(CoalescingExecutor threads) {
        TaskBatch here = CURRENT.get();
        return here != null && here.tryDeferTask(threads);
    }

    private boolean tryDeferTask(CoalescingExecutor one) {
        if (executor != one) {
            wakeWorkers();
            executor = one;
        }
        deferred++;
        if (deferred >= MAX_DEFERRED || deferred == 1 && !tryScheduleWakeUp()) {
            deferred = 0;
            return false;
        }
        return true;
    }

    /** Whether what is held now will be let go, whatever comes. */
    private boolean tryScheduleWakeUp() {
        try {
            if (endOfLoopTick != null) {
                endOfLoopTick.execute(this::wakeWorkers);
            }
            return true;
        } catch (RejectedExecutionException e) {
            // The event loop is being shut down: this may be its last turn.
            return false;
        }
    }

    private void wakeWorkers() {
        CoalescingExecutor one = executor;
        if (one != null && deferred > 0) {
            deferred = 0;
            one.ensureWorkerIfQueued();
        }
    }
}
