package dev.tenon.guard.telemetry;

import dev.tenon.guard.observer.CallEnd;
import dev.tenon.guard.observer.CallFailure;
import dev.tenon.guard.observer.CallOutcome;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.model.Methods;
import org.jspecify.annotations.Nullable;

/**
 * The error of a call as one side saw it.
 *
 * @param type the value of {@code error.type}
 * @param code the code of a JSON-RPC error; null for other errors
 * @param message its message; null for other errors
 */
record CallError(
        String type, @Nullable String code, @Nullable String message) {
    private static final String TOOL_ERROR = "tool_error";

    /** Returns the error as the sender of the request saw it; null if the call succeeded. */
    static @Nullable CallError ofDownstream(String method, CallEnd end) {
        if (end.error() != null) {
            return of(end.error());
        }
        if (end.result() == null) {
            return of(end.failure() == null ? CallFailure.CANCELLED : end.failure());
        }
        return isToolError(method, end.result()) ? new CallError(TOOL_ERROR, null, null) : null;
    }

    /** Returns the error as the guard saw it, as the client of the receiving side; null if that succeeded. */
    static @Nullable CallError ofUpstream(String method, CallEnd end) {
        if (end.failure() != null) {
            return of(end.failure());
        }
        return switch (end.outcome()) {
            case UNANSWERED -> of(CallFailure.CANCELLED);
            case ERROR, PASSED, CHANGED -> ofDownstream(method, end);
            case REFUSED -> null;
        };
    }

    /**
     * Returns whether the receiving side responded successfully, so that names in the request are real and not made up
     * by the caller.
     */
    static boolean isUpstreamSuccess(String method, CallEnd end) {
        boolean isForwarded = end.outcome() == CallOutcome.PASSED || end.outcome() == CallOutcome.CHANGED;
        return isForwarded && end.result() != null && !isToolError(method, end.result());
    }

    private static CallError of(RpcError error) {
        String code = Integer.toString(error.code());
        return new CallError(code, code, error.message());
    }

    private static CallError of(CallFailure failure) {
        return new CallError(failure.label(), null, null);
    }

    private static boolean isToolError(String method, Json result) {
        Json isError = method.equals(Methods.CALL_TOOL.name()) ? result.get("isError") : null;
        return isError != null && Boolean.TRUE.equals(isError.bool());
    }
}
