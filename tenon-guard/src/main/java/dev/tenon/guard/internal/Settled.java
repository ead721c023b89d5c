package dev.tenon.guard.internal;

import dev.tenon.guard.watch.CallVerdict;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RpcException;
import org.jspecify.annotations.Nullable;

/** What answers a request: a result or an error, one of the two. */
record Settled(
        CallVerdict verdict,
        @Nullable Json result,
        @Nullable RpcException error) {
    static Settled result(CallVerdict verdict, Json result) {
        return new Settled(verdict, result, null);
    }

    static Settled error(CallVerdict verdict, RpcException error) {
        return new Settled(verdict, null, error);
    }

    Json orThrow() {
        if (error != null) {
            throw error;
        }
        return result == null ? Json.EMPTY_OBJECT : result;
    }
}
