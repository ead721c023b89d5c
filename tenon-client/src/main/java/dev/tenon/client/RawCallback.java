package dev.tenon.client;

/**
 * Told how a call ended that was {@linkplain RawClient#callAsync begun}: one of the two, once. It may be told on a
 * thread where it must not wait ({@link dev.tenon.internal.concurrent.ExecutionContext}), an event loop or one that
 * reads standard streams, or on one that may.
 */
public interface RawCallback {
    /** It was answered. */
    void onResponse(RawResponse answer);

    /** It was not, or with an error; with what {@link RawClient#call} throws. */
    void onFailure(RuntimeException why);
}
