package dev.tenon.client;

/**
 * Told how a call ended that was {@linkplain WireClient#begin begun}: one of the two, once. It may be told on a thread where it must
 * not wait ({@link dev.tenon.concurrent.ExecutionContext}), an event loop or one that reads standard streams, or on one that may.
 */
public interface WireEnd {
    /** It was answered. */
    void answered(WireAnswer answer);

    /** It was not, or with an error; with what {@link WireClient#call} throws. */
    void failed(RuntimeException why);
}
