package dev.tenon.guard.internal;

import dev.tenon.guard.internal.Definitions.Known;
import dev.tenon.json.Json;
import org.jspecify.annotations.Nullable;

/** The way of one request from the thread on which it came; nothing on it may wait. */
interface Way {
    /** The definition of a tool, when it is known without waiting; else null. */
    @Nullable Known definition(String name);

    /**
     * Makes the call with the params that may go on.
     *
     * @param ending told what came of it, once
     */
    void go(Json params, Crossing crossing, Ending ending);

    /** What it used is given back: it has been gone to its end, or is not gone at all. */
    void leave();
}
