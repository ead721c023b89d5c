package dev.tenon.concurrent.handlers;

import dev.tenon.concurrent.ExecutionContext;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * What a thread that reads many messages at once hands to {@link SharedThreads}: a thread is sent for when it has handed over
 * some tasks, or reads no more for now. To wake one for each costs more than most of them do.
 */
public final class Gathering {
    /**
     * So many tasks at most wait: for the one who reads a channel, or for the end of a turn, in which an event loop serves all
     * connections that something came from.
     */
    private static final int MOST = 32;

    private static final ThreadLocal<@Nullable Gathering> HERE = new ThreadLocal<>();

    private final @Nullable Executor endOfTurn;
    private @Nullable SharedThreads threads;
    private int held;

    private Gathering(@Nullable Executor endOfTurn) {
        this.endOfTurn = endOfTurn;
    }

    /**
     * This thread reads a channel: what it {@linkplain HandlerThreads#hand hands over} may wait until it {@linkplain #letGo lets go} of it, or
     * {@linkplain #end ends} that.
     */
    public static void begin() {
        HERE.set(new Gathering(null));
    }

    /**
     * This thread is an event loop, which {@linkplain ExecutionContext must not wait}, and finds what has come on many connections in
     * one turn: what it {@linkplain HandlerThreads#hand hands over} may wait for the end of that, so that one thread is sent for where
     * many were.
     *
     * @param endOfTurn runs what it is given on this thread at the end of the turn
     */
    public static void begin(Executor endOfTurn) {
        HERE.set(new Gathering(endOfTurn));
    }

    /** It gathers no longer, and what it has gathered begins. */
    public static void end() {
        letGo();
        HERE.remove();
    }

    /** What this thread has gathered begins: it will wait for something, or take its time. */
    public static void letGo() {
        Gathering here = HERE.get();
        if (here != null) {
            here.release();
        }
    }

    /** Whether a task of these threads may wait for more of them, as this thread gathers. */
    static boolean holds(SharedThreads threads) {
        Gathering here = HERE.get();
        return here != null && here.hold(threads);
    }

    private boolean hold(SharedThreads one) {
        if (threads != one) {
            release();
            threads = one;
        }
        held++;
        if (held >= MOST || held == 1 && !isReleasedLater()) {
            held = 0;
            return false;
        }
        return true;
    }

    /** Whether what is held now will be let go, whatever comes. */
    private boolean isReleasedLater() {
        try {
            if (endOfTurn != null) {
                endOfTurn.execute(this::release);
            }
            return true;
        } catch (RejectedExecutionException e) {
            // The event loop is being shut down: this may be its last turn.
            return false;
        }
    }

    private void release() {
        SharedThreads one = threads;
        if (one != null && held > 0) {
            held = 0;
            one.sendForTheOthers();
        }
    }
}
