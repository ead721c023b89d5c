package dev.tenon.transport;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a thread that delivers the messages of one read gathers meanwhile: tasks for {@link SharedThreads}, and messages that it
 * sends. A thread is sent for, or a writer woken, when it has gathered a few, or has delivered all: to wake one for each costs more
 * than most of them do.
 */
final class Gathering {
    /** So many tasks at most wait for the one who reads. */
    private static final int MOST_TASKS = 8;
    /** So many messages at most wait for those that follow them to the same channel. */
    private static final int MOST_MESSAGES = 16;
    /** The messages to so many channels are gathered; those to others leave at once. */
    private static final int MOST_CHANNELS = 4;

    private static final ThreadLocal<@Nullable Gathering> HERE = new ThreadLocal<>();

    private final @Nullable StdioChannel source;
    private final List<Destination> destinations = new ArrayList<>(1);
    private @Nullable SharedThreads threads;
    private int held;

    private Gathering(@Nullable StdioChannel source) {
        this.source = source;
    }

    /** Where messages go, and how many wait. */
    private static final class Destination {
        private final StdioChannel channel;
        private int waiting;

        Destination(StdioChannel channel) {
            this.channel = channel;
        }
    }

    /**
     * This thread gathers from now on.
     *
     * @param source whose messages it delivers
     */
    static Gathering begin(@Nullable StdioChannel source) {
        Gathering here = new Gathering(source);
        HERE.set(here);
        return here;
    }

    /** Whether this thread delivers what it has read. */
    static boolean isHere() {
        return HERE.get() != null;
    }

    /** It gathers no longer, and the tasks that it has gathered begin; the messages are its own affair. */
    static void end() {
        Gathering here = HERE.get();
        if (here != null) {
            here.release();
            HERE.remove();
        }
    }

    /**
     * What it has gathered for others begins and leaves: it will wait for something, or take its time. The answers to what it
     * delivers wait for each other all the same.
     */
    static void letGo() {
        Gathering here = HERE.get();
        if (here != null) {
            here.release();
            here.wakeOthers();
        }
    }

    /** Whether a task of these threads may wait for more of them, as this thread gathers. */
    static boolean holds(SharedThreads threads) {
        Gathering here = HERE.get();
        return here != null && here.hold(threads);
    }

    /** Whether a message to this channel may wait for more of them: this thread gathers, and sees to it in the end. */
    static boolean holds(StdioChannel channel) {
        Gathering here = HERE.get();
        return here != null && here.hold(channel);
    }

    /**
     * Has the messages written that it has gathered: this thread takes the place of one writer that sleeps, and the others are woken.
     *
     * @param instead what that writer does from now on: what this thread did before
     * @return the channel that this thread writes from now on, or null when it goes on as before
     */
    @Nullable StdioChannel relieve(Part instead) {
        StdioChannel relieved = null;
        for (Destination to : destinations) {
            if (relieved == null && to.channel.relieveWriter(instead)) {
                relieved = to.channel;
            } else {
                to.channel.wakeWriter();
            }
        }
        return relieved;
    }

    private boolean hold(StdioChannel channel) {
        Destination to = destination(channel);
        if (to == null) {
            return false;
        }
        to.waiting++;
        if (to.waiting >= MOST_MESSAGES) {
            to.waiting = 0;
            return false;
        }
        return true;
    }

    private @Nullable Destination destination(StdioChannel channel) {
        for (Destination known : destinations) {
            if (known.channel == channel) {
                return known;
            }
        }
        if (destinations.size() >= MOST_CHANNELS) {
            return null;
        }
        Destination added = new Destination(channel);
        destinations.add(added);
        return added;
    }

    private void wakeOthers() {
        for (Destination to : destinations) {
            if (to.channel != source && to.waiting > 0) {
                to.waiting = 0;
                to.channel.wakeWriter();
            }
        }
    }

    private boolean hold(SharedThreads one) {
        if (threads != one) {
            release();
            threads = one;
        }
        held++;
        if (held >= MOST_TASKS) {
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
