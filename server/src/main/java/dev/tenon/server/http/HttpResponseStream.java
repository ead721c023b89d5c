package dev.tenon.server.http;

/** A streaming HTTP response. Methods are called one at a time, from any thread, and must not block. */
public interface HttpResponseStream {
    /**
     * Passes bytes to the container, which preserves their order.
     *
     * @param written runs once the bytes were written to the network or were discarded; until then, they count as
     *     queued
     */
    void write(byte[] bytes, Runnable written);

    /** Completes the response after the bytes that were written. */
    void end();

    /** Closes the connection immediately. */
    void abort();
}
