package dev.tenon.jsonrpc;

/** Error codes on the wire. Local failures, such as a timeout or a lost connection, have none: they are exceptions. */
public final class ErrorCode {
    /** The bytes are not JSON. */
    public static final int PARSE_ERROR = -32700;

    /** JSON, but no JSON-RPC message. */
    public static final int INVALID_REQUEST = -32600;

    /** The method does not exist in this revision, or belongs to a capability that was not advertised. */
    public static final int METHOD_NOT_FOUND = -32601;

    /** The params do not fit the method; also an unknown tool, prompt or resource. */
    public static final int INVALID_PARAMS = -32602;

    /** An unexpected failure inside; the message carries an incident id for the log. */
    public static final int INTERNAL_ERROR = -32603;

    /** 2026-07-28: an HTTP header contradicts the body, is missing, or cannot be read. */
    public static final int HEADER_MISMATCH = -32020;

    /** 2026-07-28: the request needs a client capability that it did not declare. */
    public static final int MISSING_CLIENT_CAPABILITY = -32021;

    /** 2026-07-28: the protocol version is not served here. */
    public static final int UNSUPPORTED_PROTOCOL_VERSION = -32022;

    /** 2025-11-25 only: URL elicitations have to be completed before the request is tried again. */
    public static final int URL_ELICITATION_REQUIRED = -32042;

    /**
     * Ours, outside all reserved ranges: an authenticated caller lacks a scope. Over Streamable HTTP the status of a
     * request of its own is 403, and its challenge says which scopes.
     */
    public static final int FORBIDDEN = 403;

    /** Ours, outside all reserved ranges: a bound on work in progress is reached; try again later. HTTP status 429. */
    public static final int BUSY = 429;

    private ErrorCode() {}
}
