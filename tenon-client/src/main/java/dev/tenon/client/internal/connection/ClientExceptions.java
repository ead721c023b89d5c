package dev.tenon.client.internal.connection;

import dev.tenon.client.error.CallCancelledException;
import dev.tenon.client.error.CallTimeoutException;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.InvalidResponseException;
import dev.tenon.client.error.McpClientException;
import dev.tenon.client.error.ResourceNotFoundException;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.client.error.TooManyCallsException;
import dev.tenon.client.internal.transport.http.HttpRpcErrorException;
import dev.tenon.codec.ResultException;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.CallFailedException;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Params;
import dev.tenon.model.ReadResourceParams;
import org.jspecify.annotations.Nullable;

/** What a caller is told of what went wrong inside. */
public final class ClientExceptions {
    /** Resource not found, before 2026-07-28. */
    private static final int LEGACY_RESOURCE_NOT_FOUND = -32002;

    private ClientExceptions() {}

    /** The exception for the caller of a request with these parameters. */
    public static McpClientException of(RuntimeException e, String method, Params params, @Nullable String end) {
        if (e instanceof HttpRpcErrorException http) {
            return fromRpcError(http.error(), params);
        }
        if (end != null && e.getClass() == ConnectionFailedException.class) {
            return new ConnectionFailedException(method + ": " + end, e);
        }
        if (e instanceof McpClientException known) {
            return known;
        }
        if (e instanceof RpcException rpc) {
            return fromRpcError(rpc.error(), params);
        }
        if (e instanceof ResultException) {
            return new InvalidResponseException("The answer to " + method + " does not fit: " + e.getMessage());
        }
        if (e instanceof CallFailedException failed) {
            return fromCallFailure(failed, method, end);
        }
        throw e;
    }

    private static McpClientException fromCallFailure(CallFailedException e, String method, @Nullable String end) {
        String what = method + ": " + e.getMessage();
        return switch (e.reason()) {
            case TIMEOUT -> new CallTimeoutException(what);
            case CANCELLED, INTERRUPTED -> new CallCancelledException(what);
            case CLOSED -> new ConnectionFailedException(end == null ? what : method + ": " + end);
            case MALFORMED_RESPONSE -> new InvalidResponseException(what);
            case TOO_MANY_PENDING -> new TooManyCallsException(what + "; ClientLimits.calls bounds them");
        };
    }

    private static ServerErrorException fromRpcError(RpcError error, Params params) {
        return params instanceof ReadResourceParams read && isResourceNotFound(error)
                ? new ResourceNotFoundException(read.uri(), error)
                : new ServerErrorException(error);
    }

    /** The URI is the only parameter that can be wrong, so many servers say no more than that the parameters are. */
    private static boolean isResourceNotFound(RpcError error) {
        Json data = error.data();
        return error.code() == LEGACY_RESOURCE_NOT_FOUND
                || error.code() == ErrorCode.INVALID_PARAMS && (data == null || data.get("uri") != null);
    }
}
