package dev.tenon.http;

import dev.tenon.jsonrpc.ErrorCode;

/**
 * The HTTP status of a response that carries a JSON-RPC error. Where the specification fixes none, 200: the call was
 * carried, and its answer is an error.
 *
 * <p>Two cases depend on more than the code and are for the caller: a body that is too large is 413, and params that
 * lack a required {@code _meta} field are 400 in 2026-07-28.
 */
public final class ErrorStatusMapper {
    public static final int OK = 200;
    public static final int BAD_REQUEST = 400;
    public static final int NOT_FOUND = 404;
    public static final int TOO_MANY_REQUESTS = 429;

    private ErrorStatusMapper() {}

    /** The status in 2026-07-28. */
    public static int statelessStatus(int code) {
        return switch (code) {
            case ErrorCode.HEADER_MISMATCH,
                    ErrorCode.MISSING_CLIENT_CAPABILITY,
                    ErrorCode.UNSUPPORTED_PROTOCOL_VERSION -> BAD_REQUEST;
            case ErrorCode.METHOD_NOT_FOUND -> NOT_FOUND;
            default -> handshakeStatus(code);
        };
    }

    /** The status in 2025-03-26 to 2025-11-25, and in the HTTP+SSE pair of 2024-11-05. */
    public static int handshakeStatus(int code) {
        return switch (code) {
            case ErrorCode.PARSE_ERROR, ErrorCode.INVALID_REQUEST -> BAD_REQUEST;
            case ErrorCode.BUSY -> TOO_MANY_REQUESTS;
            default -> OK;
        };
    }
}
