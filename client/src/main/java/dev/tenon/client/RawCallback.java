package dev.tenon.client;

/**
 * Receives the outcome of a call that was started with {@link RawClient#callAsync}: exactly one method is called, once.
 * It may be called on a thread that must not block ({@link dev.tenon.internal.concurrent.ThreadBlockingContext}), such
 * as an event loop or a reader of standard streams.
 */
public interface RawCallback {
    /** Called with the response of the server. */
    void onResponse(RawResponse response);

    /** Called with the exception that {@link RawClient#call} would throw. */
    void onFailure(RuntimeException failure);
}
