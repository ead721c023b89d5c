package dev.tenon.server.internal.connection;

import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.InboundMessage;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.model.Methods;
import dev.tenon.model.Revision;
import org.jspecify.annotations.Nullable;

/** Which arrays are batches: in the revisions that have them, not empty, and without the handshake. */
public final class BatchValidator {
    private BatchValidator() {}

    /** Why the whole batch is refused, or null when it is served. */
    static @Nullable public RpcError findError(InboundMessage.MessageBatch batch, @Nullable Revision revision) {
        if (revision == null || !revision.allowsBatch()) {
            String where = revision == null ? "here" : "in " + revision;
            return invalidRequest("an array is no message " + where + "; send one message at a time");
        }
        if (batch.parts().isEmpty()) {
            return invalidRequest("an empty batch");
        }
        boolean handshake = batch.parts().stream().anyMatch(BatchValidator::isInitialize);
        return handshake ? invalidRequest("initialize cannot be part of a batch") : null;
    }

    private static boolean isInitialize(InboundMessage part) {
        return part instanceof InboundMessage.ValidMessage accepted
                && accepted.message() instanceof Request request
                && request.method().equals(Methods.INITIALIZE.name());
    }

    private static RpcError invalidRequest(String problem) {
        return new RpcError(ErrorCode.INVALID_REQUEST, "Invalid request: " + problem);
    }
}
