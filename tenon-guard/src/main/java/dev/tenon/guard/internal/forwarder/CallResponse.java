package dev.tenon.guard.internal.forwarder;

import dev.tenon.guard.observer.CallOutcome;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RpcException;
import org.jspecify.annotations.Nullable;

/** What answers a request: a result or an error, one of the two. */
record CallResponse(
        CallOutcome outcome,
        @Nullable Json result,
        @Nullable RpcException error) {
    static CallResponse result(CallOutcome verdict, Json result) {
        return new CallResponse(verdict, result, null);
    }

    static CallResponse error(CallOutcome verdict, RpcException error) {
        return new CallResponse(verdict, null, error);
    }

    Json resultOrThrow() {
        if (error != null) {
            throw error;
        }
        return result == null ? Json.EMPTY_OBJECT : result;
    }
}
