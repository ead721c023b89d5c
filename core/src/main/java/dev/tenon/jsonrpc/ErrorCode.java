package dev.tenon.jsonrpc;

/**
 * Error codes of JSON-RPC and MCP. Local failures, such as a timeout or a lost connection, have no code: they are
 * exceptions.
 */
public final class ErrorCode {
    /** The bytes are not JSON. */
    public static final int PARSE_ERROR = -32700;

    /** The bytes are JSON, but not a JSON-RPC message. */
    public static final int INVALID_REQUEST = -32600;

    /** The method does not exist in this revision, or belongs to a capability that was not declared. */
    public static final int METHOD_NOT_FOUND = -32601;

    /** The params do not match the method; also used for an unknown tool, prompt or resource. */
    public static final int INVALID_PARAMS = -32602;

    /** An unexpected failure in the server. The message contains an incident id that is also in the log. */
    public static final int INTERNAL_ERROR = -32603;

    /** 2026-07-28: an HTTP header contradicts the body, is missing, or cannot be read. */
    public static final int HEADER_MISMATCH = -32020;

    /** 2026-07-28: the request needs a client capability that it did not declare. */
    public static final int MISSING_CLIENT_CAPABILITY = -32021;

    /** 2026-07-28: the server does not support the protocol version. */
    public static final int UNSUPPORTED_PROTOCOL_VERSION = -32022;

    /** 2025-11-25 only: URL elicitations must be completed before the request is retried. */
    public static final int URL_ELICITATION_REQUIRED = -32042;

    /**
     * Tenon's own code, outside all reserved ranges: an authenticated caller lacks a scope. Over Streamable HTTP, a
     * single request gets the status 403 and a challenge that names the scopes.
     */
    public static final int FORBIDDEN = 403;

    /** Tenon's own code, outside all reserved ranges: a limit is reached; retry later. The HTTP status is 429. */
    public static final int BUSY = 429;

    private ErrorCode() {}
}
