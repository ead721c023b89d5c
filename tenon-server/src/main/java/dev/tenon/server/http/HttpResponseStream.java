package dev.tenon.server.http;

/** A streamed HTTP answer. Calls come one at a time, from any thread, and none blocks. */
public interface HttpResponseStream {
    /**
     * Hands bytes to the container, which keeps their order.
     *
     * @param written run once the bytes have left for the network, or can never; until then they count as queued
     */
    void write(byte[] bytes, Runnable written);

    /** Ends the answer properly, after what was written. */
    void end();

    /** Cuts the connection. */
    void abort();
}
