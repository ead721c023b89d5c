package dev.tenon.guard.internal;

import dev.tenon.client.Cancellation;
import dev.tenon.json.Json;
import java.util.concurrent.Callable;

/** The end of a {@link Way}. */
interface Ending {
    /** Cancels the call when nobody wants its answer any more. */
    Cancellation cancellation();

    /** The answer to the request, or an exception, as {@link Service#answer} gives it; asked for once. */
    void is(Callable<Json> answer);
}
