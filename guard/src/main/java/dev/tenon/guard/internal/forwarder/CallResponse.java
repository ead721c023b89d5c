package dev.tenon.guard.internal.forwarder;

import dev.tenon.guard.observer.CallOutcome;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RpcException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The response to a request: either a result or an error. */
record CallResponse(
        CallOutcome outcome,
        @Nullable Json result,
        @Nullable RpcException error) {
    static CallResponse result(CallOutcome outcome, Json result) {
        return new CallResponse(outcome, result, null);
    }

    static CallResponse error(CallOutcome outcome, RpcException error) {
        return new CallResponse(outcome, null, error);
    }

    Json resultOrThrow() {
        if (error != null) {
            throw error;
        }
        return Objects.requireNonNull(result);
    }
}
