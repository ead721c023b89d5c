package dev.tenon.server.internal;

import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.Inbound;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.model.Methods;
import dev.tenon.model.Revision;
import org.jspecify.annotations.Nullable;

/** Which arrays are batches: in the revisions that have them, not empty, and without the handshake. */
final class Batches {
    private Batches() {}

    /** Why the whole batch is refused, or null when it is served. */
    static @Nullable RpcError problem(Inbound.Batch batch, @Nullable Revision revision) {
        if (revision == null || !revision.allowsBatch()) {
            String where = revision == null ? "here" : "in " + revision;
            return invalid("an array is no message " + where + "; send one message at a time");
        }
        if (batch.parts().isEmpty()) {
            return invalid("an empty batch");
        }
        boolean handshake = batch.parts().stream().anyMatch(Batches::isInitialize);
        return handshake ? invalid("initialize cannot be part of a batch") : null;
    }

    private static boolean isInitialize(Inbound part) {
        return part instanceof Inbound.Accepted accepted
                && accepted.message() instanceof Request request
                && request.method().equals(Methods.INITIALIZE.name());
    }

    private static RpcError invalid(String problem) {
        return new RpcError(ErrorCode.INVALID_REQUEST, "Invalid request: " + problem);
    }
}
