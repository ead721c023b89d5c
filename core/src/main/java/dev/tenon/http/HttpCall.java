package dev.tenon.http;

/** A request sent by an {@link AsyncHttpClient}. Safe for use by multiple threads. */
public interface HttpCall {
    /** Cancels the request: its connection is closed, and its handler is not called again. No effect after the end. */
    void abort();

    /**
     * Stops reading the response body until {@link #resume}. Must only be called while the handler processes the head
     * or a chunk of the body.
     */
    void pause();

    /** Continues reading after {@link #pause}. */
    void resume();
}
