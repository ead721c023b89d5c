package dev.tenon.jsonrpc;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The result of parsing received bytes. */
public sealed interface MessageReadResult {
    /** A well-formed message. */
    record ValidMessage(JsonRpcMessage message) implements MessageReadResult {}

    /**
     * Bytes that are not a valid message, with the error to respond with.
     *
     * @param id the id of the request, or null if it could not be read
     * @param isNotification whether it has the form of a notification: {@code jsonrpc} is "2.0", {@code method} is a
     *     string, and there is no {@code id}. A notification gets no response even if it is invalid; a transport in
     *     which every message gets a response, such as HTTP, still uses the error
     * @param hasMethod whether it has a {@code method}; without one it cannot be a request, and a pending call with
     *     this id counts as answered
     */
    record InvalidMessage(RpcError error, @Nullable RequestId id, boolean isNotification, boolean hasMethod)
            implements MessageReadResult {
        /** Creates the error for a request, or for bytes that may be a request. */
        public InvalidMessage(RpcError error, @Nullable RequestId id) {
            this(error, id, false, false);
        }

        /** Returns the response to send. */
        public Response.Failure toResponse() {
            return new Response.Failure(id, error);
        }
    }

    /**
     * A malformed response: both or neither of result and error, or one of the wrong type. It never gets a response;
     * the pending call with its id, if any, fails.
     */
    record MalformedResponse(String problem, @Nullable RequestId id) implements MessageReadResult {}

    /** A batch. Whether batches are allowed depends on the revision. */
    record MessageBatch(List<MessageReadResult> messages) implements MessageReadResult {}
}
