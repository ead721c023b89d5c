package dev.tenon.server;

/** A client at the other end of a channel. */
public interface ServerConnection extends AutoCloseable {
    /**
     * Waits until the client has gone.
     *
     * @throws InterruptedException when the waiting thread is interrupted
     */
    void awaitClosed() throws InterruptedException;

    /** Closes the channel; requests in flight are cancelled. */
    @Override
    void close();
}
