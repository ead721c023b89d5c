package dev.tenon.guard.telemetry;

import dev.tenon.guard.observer.CallEnd;
import dev.tenon.guard.observer.CallFailure;
import dev.tenon.guard.observer.CallOutcome;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.model.Methods;
import org.jspecify.annotations.Nullable;

/**
 * What went wrong with an exchange, as one side saw it.
 *
 * @param type the value of {@code error.type}
 * @param code the code of a JSON-RPC error; null when there was none
 * @param message its message; null when there was none
 */
record CallError(
        String type, @Nullable String code, @Nullable String message) {
    private static final String TOOL_ERROR = "tool_error";

    /** As whoever asked saw it: by what was answered; null when all went well. */
    static @Nullable CallError ofDownstream(String method, CallEnd how) {
        if (how.error() != null) {
            return of(how.error());
        }
        if (how.result() == null) {
            return of(how.failure() == null ? CallFailure.CANCELLED : how.failure());
        }
        return isToolError(method, how.result()) ? new CallError(TOOL_ERROR, null, null) : null;
    }

    /** As the guard saw it, which asked the other side; null when that did its part. */
    static @Nullable CallError ofUpstream(String method, CallEnd how) {
        if (how.failure() != null) {
            return of(how.failure());
        }
        return switch (how.outcome()) {
            case UNANSWERED -> of(CallFailure.CANCELLED);
            case ERROR, PASSED, CHANGED -> ofDownstream(method, how);
            case REFUSED -> null;
        };
    }

    /** Whether the side that was asked has what it was asked for: whoever asks alone cannot make up names. */
    static boolean isSuccess(String method, CallEnd how) {
        boolean passed = how.outcome() == CallOutcome.PASSED || how.outcome() == CallOutcome.CHANGED;
        return passed && how.result() != null && !isToolError(method, how.result());
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
