package dev.tenon.server.internal.request;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.Response;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.InputRequired;
import dev.tenon.model.Result;
import dev.tenon.server.internal.error.FailureMapper;
import dev.tenon.server.observer.RequestOutcome;
import org.jspecify.annotations.Nullable;

/**
 * The completion of a request with a response.
 *
 * @param response the response that is sent
 * @param result the result in it; null for an error
 * @param incident the id under which a failure is logged, or null
 */
public record RequestCompletion(
        Response response,
        @Nullable Result result,
        @Nullable String incident) {
    /** Creates a completion with a result. */
    public static RequestCompletion of(RequestId id, Result result, Json encoded, @Nullable String incident) {
        return new RequestCompletion(new Response.Success(id, encoded), result, incident);
    }

    /** Creates a completion with an error. */
    public static RequestCompletion of(RequestId id, FailureMapper.MappedFailure failure) {
        return new RequestCompletion(new Response.Failure(id, failure.error()), null, failure.incident());
    }

    RequestOutcome.OutcomeKind outcomeKind() {
        if (result == null) {
            return RequestOutcome.OutcomeKind.ERROR;
        }
        if (result instanceof InputRequired || result instanceof RawResult raw && raw.isInputRequired()) {
            return RequestOutcome.OutcomeKind.INPUT_REQUIRED;
        }
        boolean toolError = result instanceof CallToolResult call && call.isError()
                || result instanceof RawResult raw && raw.isToolError();
        return toolError ? RequestOutcome.OutcomeKind.TOOL_ERROR : RequestOutcome.OutcomeKind.DONE;
    }

    /** Returns the result as sent; null for an error. */
    @Nullable Json encodedResult() {
        return response instanceof Response.Success success ? success.result() : null;
    }

    @Nullable RpcError error() {
        return response instanceof Response.Failure failure ? failure.error() : null;
    }
}
