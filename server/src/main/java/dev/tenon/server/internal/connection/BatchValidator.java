package dev.tenon.server.internal.connection;

import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.MessageReadResult;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.model.Methods;
import dev.tenon.model.Revision;
import org.jspecify.annotations.Nullable;

/** Validates batches: only in revisions that allow them, not empty, and without {@code initialize}. */
public final class BatchValidator {
    private BatchValidator() {}

    /** Returns why the whole batch is rejected, or null if it is valid. */
    public static @Nullable RpcError findError(MessageReadResult.MessageBatch batch, @Nullable Revision revision) {
        if (revision == null || !revision.allowsBatch()) {
            String scope = revision == null ? "here" : "in " + revision;
            return invalidRequest("an array is not a message " + scope + "; send one message at a time");
        }
        if (batch.messages().isEmpty()) {
            return invalidRequest("an empty batch");
        }
        boolean hasInitialize = batch.messages().stream().anyMatch(BatchValidator::isInitialize);
        return hasInitialize ? invalidRequest("initialize cannot be part of a batch") : null;
    }

    private static boolean isInitialize(MessageReadResult part) {
        return part instanceof MessageReadResult.ValidMessage valid
                && valid.message() instanceof Request request
                && request.method().equals(Methods.INITIALIZE.name());
    }

    private static RpcError invalidRequest(String problem) {
        return new RpcError(ErrorCode.INVALID_REQUEST, "Invalid request: " + problem);
    }
}
