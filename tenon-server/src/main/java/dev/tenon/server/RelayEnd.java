package dev.tenon.server;

import dev.tenon.json.Json;

/** Takes the answer to a request that a {@link RelayService} has {@linkplain RelayService#begin begun}. */
public interface RelayEnd {
    /** The result as it is on the wire of the client's revision. From any thread; this or {@link #failed} is called, once. */
    void answered(Json result);

    /** There is none; with what {@link RelayService#answer} throws. */
    void failed(Throwable why);

    /**
     * Runs this, once, when the request is over, answered or not: nobody wants an answer any more. At once when that has happened.
     * Any thread may run it; it must not wait.
     */
    void whenOver(Runnable action);
}
