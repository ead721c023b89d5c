package dev.tenon.client.internal;

import dev.tenon.client.BadAnswerException;
import dev.tenon.client.CallCancelledException;
import dev.tenon.client.CallTimeoutException;
import dev.tenon.client.ConnectionFailedException;
import dev.tenon.client.McpClientException;
import dev.tenon.client.ResourceNotFoundException;
import dev.tenon.client.ServerErrorException;
import dev.tenon.client.TooManyCallsException;
import dev.tenon.client.internal.link.HttpErrorException;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.CallFailedException;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Params;
import dev.tenon.model.ReadResourceParams;
import dev.tenon.wire.ResultException;
import org.jspecify.annotations.Nullable;

/** What a caller is told of what went wrong inside. */
final class Failures {
    /** Resource not found, before 2026-07-28. */
    private static final int NOT_FOUND_ONCE = -32002;

    private Failures() {}

    /** The exception for the caller of a request with these parameters. */
    static McpClientException of(RuntimeException e, String method, Params params, @Nullable String end) {
        if (e instanceof HttpErrorException http) {
            return error(http.error(), params);
        }
        if (end != null && e.getClass() == ConnectionFailedException.class) {
            return new ConnectionFailedException(method + ": " + end, e);
        }
        if (e instanceof McpClientException known) {
            return known;
        }
        if (e instanceof RpcException rpc) {
            return error(rpc.error(), params);
        }
        if (e instanceof ResultException) {
            return new BadAnswerException("The answer to " + method + " does not fit: " + e.getMessage());
        }
        if (e instanceof CallFailedException failed) {
            return failed(failed, method, end);
        }
        throw e;
    }

    private static McpClientException failed(CallFailedException e, String method, @Nullable String end) {
        String what = method + ": " + e.getMessage();
        return switch (e.reason()) {
            case TIMEOUT -> new CallTimeoutException(what);
            case CANCELLED, INTERRUPTED -> new CallCancelledException(what);
            case CLOSED -> new ConnectionFailedException(end == null ? what : method + ": " + end);
            case BROKEN_ANSWER -> new BadAnswerException(what);
            case TOO_MANY -> new TooManyCallsException(what + "; ClientLimits.calls bounds them");
        };
    }

    private static ServerErrorException error(RpcError error, Params params) {
        return params instanceof ReadResourceParams read && saysNotFound(error)
                ? new ResourceNotFoundException(read.uri(), error)
                : new ServerErrorException(error);
    }

    /** The URI is the only parameter that can be wrong, so many servers say no more than that the parameters are. */
    private static boolean saysNotFound(RpcError error) {
        Json data = error.data();
        return error.code() == NOT_FOUND_ONCE
                || error.code() == ErrorCode.INVALID_PARAMS && (data == null || data.get("uri") != null);
    }
}
