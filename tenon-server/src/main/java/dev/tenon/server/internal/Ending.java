package dev.tenon.server.internal;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.Response;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.InputRequired;
import dev.tenon.model.Result;
import dev.tenon.server.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * How a request ends that is answered.
 *
 * @param response what goes out
 * @param result what it says, where it is no error
 * @param incident the id under which the log holds what failed, or null
 */
record Ending(
        Response response,
        @Nullable Result result,
        @Nullable String incident) {
    /** With a result. */
    static Ending of(RequestId id, Result result, Json encoded, @Nullable String incident) {
        return new Ending(new Response.Success(id, encoded), result, incident);
    }

    /** With an error. */
    static Ending of(RequestId id, Failures.Failure failure) {
        return new Ending(new Response.Failure(id, failure.error()), null, failure.incident());
    }

    Outcome.Kind kind() {
        if (result == null) {
            return Outcome.Kind.ERROR;
        }
        if (result instanceof InputRequired || result instanceof Raw raw && raw.requiresInput()) {
            return Outcome.Kind.INPUT_REQUIRED;
        }
        boolean toolError = result instanceof CallToolResult call && call.isError()
                || result instanceof Raw raw && raw.isToolError();
        return toolError ? Outcome.Kind.TOOL_ERROR : Outcome.Kind.DONE;
    }

    /** What was answered, as sent; null for an error. */
    @Nullable Json encoded() {
        return response instanceof Response.Success success ? success.result() : null;
    }

    @Nullable RpcError error() {
        return response instanceof Response.Failure failure ? failure.error() : null;
    }
}
