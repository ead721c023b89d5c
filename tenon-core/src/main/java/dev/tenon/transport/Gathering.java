package dev.tenon.transport;

import org.jspecify.annotations.Nullable;

/**
 * What a thread that reads many messages at once hands to {@link SharedThreads}: a thread is sent for when it has handed over a
 * few tasks, or reads no more for now. To wake one for each costs more than most of them do.
 */
final class Gathering {
    /** So many tasks at most wait for the one who reads. */
    private static final int MOST = 8;

    private static final ThreadLocal<@Nullable Gathering> HERE = new ThreadLocal<>();

    private @Nullable SharedThreads threads;
    private int held;

    private Gathering() {}

    /** This thread gathers from now on. */
    static void begin() {
        HERE.set(new Gathering());
    }

    /** It gathers no longer, and what it has gathered begins. */
    static void end() {
        letGo();
        HERE.remove();
    }

    /** What it has gathered begins: it will wait for something, or take its time. */
    static void letGo() {
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
        if (held >= MOST) {
            held = 0;
            return false;
        }
        return true;
    }

    private void release() {
        SharedThreads one = threads;
        if (one != null && held > 0) {
            held = 0;
            one.sendForTheOthers();
        }
    }
}
