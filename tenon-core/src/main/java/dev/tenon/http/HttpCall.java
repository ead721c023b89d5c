package dev.tenon.http;

/** A request that was sent by an {@link AsyncHttpClient}. Safe for use by many threads. */
public interface HttpCall {
    /** Ends it: its connection is closed, and its handler is told nothing more. Does nothing when it has ended. */
    void abort();

    /**
     * Stops reading the body of the response, until {@link #resume}. Only while the handler takes the head or a piece
     * of the body.
     */
    void pause();

    /** Goes on reading after {@link #pause}. */
    void resume();
}
