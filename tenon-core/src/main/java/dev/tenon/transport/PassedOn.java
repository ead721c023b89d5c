package dev.tenon.transport;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The messages that a thread sends while it delivers those of one read of a {@link StdioChannel}. Whoever writes them is woken when
 * there are some, or when all has been delivered: to wake one for each costs more than most of them do.
 */
final class PassedOn {
    /** So many messages at most wait for those that follow them to the same channel. */
    private static final int MOST_MESSAGES = 16;
    /** The messages to so many channels wait; those to others leave at once. */
    private static final int MOST_CHANNELS = 4;

    private static final ThreadLocal<@Nullable PassedOn> HERE = new ThreadLocal<>();

    private final StdioChannel source;
    private final List<Destination> destinations = new ArrayList<>(1);

    private PassedOn(StdioChannel source) {
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

    /** This thread delivers what it has read from that channel, from now on. */
    static PassedOn begin(StdioChannel source) {
        PassedOn here = new PassedOn(source);
        HERE.set(here);
        return here;
    }

    /** It has delivered all. What waits is left to {@link #relieve}. */
    static void end() {
        HERE.remove();
    }

    /**
     * What waits for others leaves: this thread will wait for something, or take its time. The answers to what it delivers wait for
     * each other all the same.
     */
    static void letGo() {
        PassedOn here = HERE.get();
        if (here != null) {
            here.wakeOthers();
        }
    }

    /** Whether a message to this channel may wait for more of them: this thread delivers, and sees to it in the end. */
    static boolean holds(StdioChannel channel) {
        PassedOn here = HERE.get();
        return here != null && here.hold(channel);
    }

    /**
     * Has the messages written that wait: this thread takes the place of one writer that sleeps, and the others are woken.
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
}
