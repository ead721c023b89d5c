package dev.tenon.testkit;

/**
 * A way in to a server, for somebody who sends whatever bytes they like: one connection or one session, in one
 * revision.
 */
public interface TestConnection extends AutoCloseable {
    /** Where it leads. */
    TestTarget target();

    /**
     * Sends bytes as one message, waits for what comes back, and makes sure that a request is still answered afterwards
     * on the same connection, session and process.
     *
     * @param answers how many messages are expected on a connection, where nothing else says when all have come; more
     *     are heard too
     * @throws AssertionError when fewer come, or when nobody answers any more
     */
    ReceivedMessages send(byte[] message, int answers);

    /** Sends a request whose answer comes later, while others are sent. */
    PendingResponse sendAsync(byte[] request);

    @Override
    void close();

    /** An answer that is to come. */
    interface PendingResponse {
        /** Waits for the answer. */
        ReceivedMessages await();
    }
}
