package dev.tenon.battery;

/**
 * A way in to a server, for somebody who sends whatever bytes they like: one connection or one session, in one revision.
 */
public interface Door extends AutoCloseable {
    /** Where it leads. */
    Place place();

    /**
     * Sends bytes as one message, waits for what comes back, and makes sure that a request is still answered afterwards on
     * the same connection, session and process.
     *
     * @param answers how many messages are expected on a connection, where nothing else says when all have come; more are
     *     heard too
     * @throws AssertionError when fewer come, or when nobody answers any more
     */
    Heard send(byte[] message, int answers);

    /** Sends a request whose answer comes later, while others are sent. */
    Later begin(byte[] request);

    @Override
    void close();

    /** An answer that is to come. */
    interface Later {
        /** Waits for the answer. */
        Heard await();
    }
}
