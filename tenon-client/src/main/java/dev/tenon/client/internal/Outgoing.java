package dev.tenon.client.internal;

import dev.tenon.client.Cancellation;
import dev.tenon.client.internal.link.Envelope;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.Deadline;
import dev.tenon.jsonrpc.RequestId;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way out.
 *
 * @param cancellation cancels it from another thread, or null
 * @param announced whether the server is told when it is given up; never of the first request of all
 * @param begun told its id before it leaves
 * @param owner who is told of what comes in its course, or null
 */
record Outgoing(
        String method,
        @Nullable Json params,
        Envelope envelope,
        Deadline deadline,
        @Nullable Cancellation cancellation,
        boolean announced,
        Consumer<RequestId> begun,
        @Nullable Object owner) {
    /** A request that nobody cancels, and of whose end the server is not told. */
    static Outgoing silent(String method, @Nullable Json params, Envelope envelope, Deadline deadline) {
        return new Outgoing(method, params, envelope, deadline, null, false, id -> {}, null);
    }

    /** A request of which the server is told when it is given up. */
    static Outgoing of(
            String method,
            @Nullable Json params,
            Envelope envelope,
            Deadline deadline,
            @Nullable Cancellation cancellation) {
        return new Outgoing(method, params, envelope, deadline, cancellation, true, id -> {}, null);
    }

    Outgoing telling(Consumer<RequestId> listener) {
        return new Outgoing(method, params, envelope, deadline, cancellation, announced, listener, owner);
    }
}
