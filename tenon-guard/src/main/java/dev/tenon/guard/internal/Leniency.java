package dev.tenon.guard.internal;

import dev.tenon.guard.policy.Direction;
import dev.tenon.guard.policy.Passage;
import dev.tenon.guard.policy.Policies;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.Tolerance;
import java.util.function.Supplier;

/**
 * Lets pass what is not exact, as the policies in force say.
 *
 * @param policies those in force
 * @param direction which way the messages go
 * @param upstream the name of the server behind
 */
record Leniency(Supplier<Policies> policies, Direction direction, String upstream) implements Tolerance {
    @Override
    public boolean lets(Check check, String detail) {
        // What it is about is not known where it is not even certain that it is a message.
        Passage message = Passage.notification(direction, upstream, "message", Json.EMPTY_OBJECT);
        return policies.get().lets(check, message, detail);
    }
}
