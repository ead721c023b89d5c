package dev.tenon.client;

/**
 * Told how a call ended that was {@linkplain WireClient#begin begun}: one of the two, once. It may be told on the event loop on
 * which the call was begun, where it must not wait ({@link dev.tenon.http.LoopHttp#here} is not null then), or on a thread that may.
 */
public interface WireEnd {
    /** It was answered. */
    void answered(WireAnswer answer);

    /** It was not, or with an error; with what {@link WireClient#call} throws. */
    void failed(RuntimeException why);
}
