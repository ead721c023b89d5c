package dev.tenon.testkit;

/** A connection or session with a server in one revision, through which a test sends arbitrary bytes. */
public interface TestConnection extends AutoCloseable {
    /** Returns the target of this connection. */
    TestTarget target();

    /**
     * Sends bytes as one message, waits for the responses, and verifies that a valid request is still answered on the
     * same connection, session and process.
     *
     * @param responseCount the number of messages to wait for on a connection without other end of the responses;
     *     additional messages are collected as well
     * @throws AssertionError when fewer messages arrive, or when the next request fails
     */
    ReceivedMessages send(byte[] message, int responseCount);

    /** Sends a request whose response arrives later, while other requests are sent. */
    PendingResponse sendAsync(byte[] request);

    @Override
    void close();

    /** A response that may not have arrived yet. */
    interface PendingResponse {
        /** Waits for the response. */
        ReceivedMessages await();
    }
}
