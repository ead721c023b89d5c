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
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.NoResponseException;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Params;
import dev.tenon.model.ReadResourceParams;
import org.jspecify.annotations.Nullable;

/** Maps internal failures to the exceptions that callers see. */
public final class ClientExceptions {
    /** The error code for a missing resource before 2026-07-28. */
    private static final int LEGACY_RESOURCE_NOT_FOUND = -32002;

    private ClientExceptions() {}

    /**
     * Returns the exception for the caller of a request. Throws {@code e} itself if no exception is defined for it.
     *
     * @param closeReason why the connection has ended, or null if it has not
     */
    public static McpClientException of(
            RuntimeException e, String method, Params params, @Nullable String closeReason) {
        if (e instanceof HttpRpcErrorException http) {
            return fromRpcError(http.error(), params);
        }
        if (closeReason != null && e.getClass() == ConnectionFailedException.class) {
            return new ConnectionFailedException(method + ": " + closeReason, e);
        }
        if (e instanceof McpClientException known) {
            return known;
        }
        if (e instanceof RpcException rpc) {
            return fromRpcError(rpc.error(), params);
        }
        if (e instanceof ResultException) {
            return new InvalidResponseException("Invalid response to " + method + ": " + e.getMessage());
        }
        if (e instanceof NoResponseException failed) {
            return fromCallFailure(failed, method, closeReason);
        }
        throw e;
    }

    private static McpClientException fromCallFailure(
            NoResponseException e, String method, @Nullable String closeReason) {
        String message = method + ": " + e.getMessage();
        return switch (e.reason()) {
            case TIMEOUT -> new CallTimeoutException(message);
            case CANCELLED, INTERRUPTED -> new CallCancelledException(message);
            case CLOSED -> new ConnectionFailedException(closeReason == null ? message : method + ": " + closeReason);
            case MALFORMED_RESPONSE -> new InvalidResponseException(message);
            case TOO_MANY_PENDING -> new TooManyCallsException(message + "; the limit is ClientLimits.calls");
        };
    }

    private static ServerErrorException fromRpcError(RpcError error, Params params) {
        return params instanceof ReadResourceParams read && isResourceNotFound(error)
                ? new ResourceNotFoundException(read.uri(), error)
                : new ServerErrorException(error);
    }

    /**
     * Checks for a missing resource. The URI is the only parameter that can be invalid, and many servers report only
     * invalid params.
     */
    private static boolean isResourceNotFound(RpcError error) {
        Json data = error.data();
        return error.code() == LEGACY_RESOURCE_NOT_FOUND
                || error.code() == ErrorCode.INVALID_PARAMS && (data == null || data.get("uri") != null);
    }
}
