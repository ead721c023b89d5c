package dev.tenon.server.internal;

import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.server.HttpHead;
import dev.tenon.server.HttpReply;
import dev.tenon.server.Principal;
import org.jspecify.annotations.Nullable;

/** One HTTP request that was let in. */
record Visit(HttpHead head, @Nullable Principal principal, HttpReply reply) {
    /** Answers a visit with a refusal. */
    interface Refuser {
        void refuse(Visit visit, int status, RpcError error, @Nullable RequestId id);
    }
}
