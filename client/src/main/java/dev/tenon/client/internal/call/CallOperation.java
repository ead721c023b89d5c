package dev.tenon.client.internal.call;

import dev.tenon.client.CallOptions;
import dev.tenon.client.internal.connection.McpConnection;
import dev.tenon.client.internal.transport.MirroredHeaders;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.internal.Deadline;
import dev.tenon.model.Method;
import dev.tenon.model.Params;
import dev.tenon.model.ProgressToken;
import org.jspecify.annotations.Nullable;

/** The request of a {@link RetryingCall}, and the conversion of its response. */
abstract class CallOperation<T> {
    final Method<?, ?> method;
    /** The params as the caller passed them, for exceptions. */
    final Params params;

    final CallOptions options;
    final Deadline deadline;
    /** Passed to handlers with requests and notifications that belong to the request, or null. */
    final @Nullable Object owner;

    CallOperation(Method<?, ?> method, Params params, CallOptions options, Deadline deadline, @Nullable Object owner) {
        this.method = method;
        this.params = params;
        this.options = options;
        this.deadline = deadline;
        this.owner = owner;
    }

    /**
     * Prepares the request for a connection, starting with its first round, and returns whether it can be sent on a
     * thread that must not block.
     *
     * @throws dev.tenon.client.error.NotSupportedException when the request cannot be sent over this connection
     */
    abstract boolean prepareAndTestNonBlocking(McpConnection connection);

    /** Encodes the params for a connection, with the given progress token, if any; called for each attempt. */
    abstract Json encodeParams(McpConnection connection, @Nullable ProgressToken token);

    /** Returns the mirrored headers of a request with these params, which {@link #encodeParams} returned. */
    abstract MirroredHeaders mirroredHeaders(McpConnection connection, Json encoded);

    /**
     * Called when the request has ended, with or without a response; must deliver all notifications that belong to it
     * before returning.
     */
    void awaitRequestNotifications() {}

    /** Decodes the result; returns null if the request must be sent once more. May block if the current thread may. */
    abstract @Nullable T decodeResult(McpConnection connection, Json response);
}
