package dev.tenon.guard.internal;

import dev.tenon.client.Cancellation;
import dev.tenon.json.Json;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Takes what comes of a request that was forwarded. Any thread may call it. */
interface Completion {
    /** Cancelled when the client no longer waits. */
    Cancellation cancellation();

    /**
     * Ends the request. The outcome is called on a thread on which policies and observers may run.
     *
     * @param outcome gives the result in the words of the client, throws what went wrong, or gives null when the request goes on and
     *     is completed later
     */
    void complete(Callable<@Nullable Json> outcome);
}
