package dev.tenon.http;

import dev.tenon.jsonrpc.ErrorCode;

/**
 * Maps JSON-RPC error codes to the HTTP status of the response. The status is 200 where the specification requires
 * none: the call was transported, and its result is an error.
 *
 * <p>Two cases depend on more than the code and are left to the caller: a request body that is too large gets 413, and
 * params that lack a required {@code _meta} field get 400 in 2026-07-28.
 */
public final class ErrorStatusMapper {
    public static final int OK = 200;
    public static final int BAD_REQUEST = 400;
    public static final int NOT_FOUND = 404;
    public static final int TOO_MANY_REQUESTS = 429;

    private ErrorStatusMapper() {}

    /** Returns the status in 2026-07-28. */
    public static int statelessStatus(int code) {
        return switch (code) {
            case ErrorCode.HEADER_MISMATCH,
                    ErrorCode.MISSING_CLIENT_CAPABILITY,
                    ErrorCode.UNSUPPORTED_PROTOCOL_VERSION -> BAD_REQUEST;
            case ErrorCode.METHOD_NOT_FOUND -> NOT_FOUND;
            default -> handshakeStatus(code);
        };
    }

    /** Returns the status in 2025-03-26 to 2025-11-25, and in the HTTP+SSE transport of 2024-11-05. */
    public static int handshakeStatus(int code) {
        return switch (code) {
            case ErrorCode.PARSE_ERROR, ErrorCode.INVALID_REQUEST -> BAD_REQUEST;
            case ErrorCode.BUSY -> TOO_MANY_REQUESTS;
            default -> OK;
        };
    }
}
