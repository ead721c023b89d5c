package dev.tenon.server;

/** The connection of one client over a channel. */
public interface ConnectionHandle extends AutoCloseable {
    /**
     * Waits until the connection is closed.
     *
     * @throws InterruptedException if the waiting thread is interrupted
     */
    void awaitClosed() throws InterruptedException;

    /** Closes the channel and cancels the requests in flight. */
    @Override
    void close();
}
