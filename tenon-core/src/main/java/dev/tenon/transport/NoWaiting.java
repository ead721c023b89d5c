package dev.tenon.transport;

/**
 * The threads on which all that comes after waits when somebody waits there: event loops, and those that deliver what they have read
 * from standard streams.
 */
public final class NoWaiting {
    /** Larger messages, in bytes, are looked at on other threads: to look at one takes as long as some twenty usual ones. */
    public static final int MOST_BYTES = 64 << 10;

    private NoWaiting() {}

    /** Whether this thread is one of them. */
    public static boolean here() {
        return PassedOn.isHere() || Gathering.isOnEventLoop();
    }
}
