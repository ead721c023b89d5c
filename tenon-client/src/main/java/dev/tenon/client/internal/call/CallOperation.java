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

/** What a {@link RetryingCall} sends, and what it makes of the answer. */
abstract class CallOperation<T> {
    final Method<?, ?> method;
    /** The parameters as its caller gave them, for messages to people. */
    final Params params;

    final CallOptions options;
    final Deadline deadline;
    /** Handed on with what comes in the course of the request, or null. */
    final @Nullable Object context;

    CallOperation(Method<?, ?> method, Params params, CallOptions options, Deadline deadline, @Nullable Object owner) {
        this.method = method;
        this.params = params;
        this.options = options;
        this.deadline = deadline;
        this.context = owner;
    }

    /**
     * Whether the request can be made on a thread that must not block.
     *
     * @throws dev.tenon.client.error.NotSupportedException when the request cannot be made over this connection
     */
    abstract boolean isReadyWithoutBlocking(McpConnection connection);

    /**
     * The parameters as they leave over that connection, with that token for news of progress, if any; called again for
     * each attempt.
     */
    abstract Json encode(McpConnection connection, @Nullable ProgressToken token);

    /** What stands outside of a request with these parameters, as {@link #encode} has written them. */
    abstract MirroredHeaders mirroredHeaders(McpConnection connection, Json written);

    /** The request has ended, with an answer or without: what came in its course is delivered before this returns. */
    void onRequestEnd() {}

    /**
     * The result that the answer holds; null when the request is to be sent once more. May block on a thread that may.
     */
    abstract @Nullable T decodeResult(McpConnection connection, Json answer);
}
