package dev.tenon.client.internal.connection;

import dev.tenon.client.Cancellation;
import dev.tenon.client.internal.transport.MirroredHeaders;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.internal.Deadline;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A request to send.
 *
 * @param cancellation cancels the request from another thread, or null
 * @param announcesCancellation whether the server is notified when the request is cancelled; never for the first
 *     request
 * @param idListener receives the id before the request is sent
 * @param owner passed to handlers with requests and notifications that belong to the request, or null
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
    /** Creates a request without cancellation, whose abandonment is not reported to the server. */
    static OutboundRequest withoutCancellation(String method, Json params, MirroredHeaders headers, Deadline deadline) {
        return new OutboundRequest(method, params, headers, deadline, null, false, id -> {}, null);
    }
}
