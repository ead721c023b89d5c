package dev.tenon.jsonrpc;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What became of received bytes at the gate. */
public sealed interface InboundMessage {
    /** A well-formed message. */
    record ValidMessage(JsonRpcMessage message) implements InboundMessage {}

    /**
     * No message, and the error it gets.
     *
     * @param id the id of the request, where it could be read
     * @param notification whether it is a notification by its form: {@code jsonrpc} is "2.0", {@code method} a string,
     *     and there is no {@code id}. Such is not answered, whatever is wrong with it; a transport where every message
     *     has an answer, like HTTP, still uses the error
     * @param call whether it has a {@code method}: without one it can be no request, and who waits for an answer with
     *     this id has got it
     */
    record InvalidMessage(RpcError error, @Nullable RequestId id, boolean notification, boolean call)
            implements InboundMessage {
        /** The refusal of a request, or of what could be one. */
        public InvalidMessage(RpcError error, @Nullable RequestId id) {
            this(error, id, false, false);
        }

        /** The answer to send. */
        public Response.Failure toResponse() {
            return new Response.Failure(id, error);
        }
    }

    /**
     * A response that cannot be one: both or neither of result and error, or either of the wrong shape. It is never
     * answered; the call that it belongs to, if any, fails.
     */
    record MalformedResponse(String problem, @Nullable RequestId id) implements InboundMessage {}

    /** An array of messages; whether batches exist is the revision's affair. */
    record MessageBatch(List<InboundMessage> parts) implements InboundMessage {}
}
