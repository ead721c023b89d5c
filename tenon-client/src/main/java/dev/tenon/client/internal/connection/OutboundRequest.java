package dev.tenon.client.internal.connection;

import dev.tenon.client.Cancellation;
import dev.tenon.client.internal.transport.MirroredHeaders;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.internal.Deadline;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way out.
 *
 * @param cancellation cancels it from another thread, or null
 * @param announcesCancellation whether the server is told when it is given up; never of the first request of all
 * @param idListener told its id before it leaves
 * @param owner who is told of what comes in its course, or null
 */
public record OutboundRequest(
        String method,
        @Nullable Json params,
        MirroredHeaders headers,
        Deadline deadline,
        @Nullable Cancellation cancellation,
        boolean announcesCancellation,
        Consumer<RequestId> idListener,
        @Nullable Object owner) {
    /** A request that nobody cancels, and of whose end the server is not told. */
    static OutboundRequest unannounced(
            String method, @Nullable Json params, MirroredHeaders envelope, Deadline deadline) {
        return new OutboundRequest(method, params, envelope, deadline, null, false, id -> {}, null);
    }

    /** A request of which the server is told when it is given up. */
    public static OutboundRequest of(
            String method,
            @Nullable Json params,
            MirroredHeaders envelope,
            Deadline deadline,
            @Nullable Cancellation cancellation) {
        return new OutboundRequest(method, params, envelope, deadline, cancellation, true, id -> {}, null);
    }

    public OutboundRequest withIdListener(Consumer<RequestId> listener) {
        return new OutboundRequest(
                method, params, headers, deadline, cancellation, announcesCancellation, listener, owner);
    }
}
