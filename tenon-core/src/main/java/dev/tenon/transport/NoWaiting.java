package dev.tenon.transport;

/**
 * The threads on which all that comes after waits when somebody waits there: event loops, and those that deliver what they have read
 * from standard streams.
 */
public final class NoWaiting {
    private NoWaiting() {}

    /** Whether this thread is one of them. */
    public static boolean here() {
        return PassedOn.isHere() || Gathering.isOnEventLoop();
    }
}
