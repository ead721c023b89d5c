package dev.tenon.guard.internal;

import dev.tenon.json.Json;
import dev.tenon.model.Method;
import dev.tenon.wire.Wire;

/** A call to the server behind, in the course of which that may say and ask things. */
interface Course extends Ear {
    /** Whether it is one of those that servers ask something for. */
    boolean mayBeAsked();

    /** Answers a question of the server, and waits for that as long as it takes. */
    Json asked(Method<?, ?> method, Json params, Wire back) throws Exception;
}
