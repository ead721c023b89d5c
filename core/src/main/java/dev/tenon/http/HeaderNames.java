package dev.tenon.http;

/** Defines the names of HTTP headers in the notation of the newest revision. Names are case-insensitive. */
public final class HeaderNames {
    /** The protocol revision of a request, since 2025-06-18. */
    public static final String PROTOCOL_VERSION = "MCP-Protocol-Version";

    /** The session id of a request, 2025-03-26 to 2025-11-25. */
    public static final String SESSION_ID = "Mcp-Session-Id";

    /** The method of the body, since 2026-07-28. */
    public static final String METHOD = "Mcp-Method";

    /** The tool, prompt or resource of the body, since 2026-07-28; see {@link HeaderValueCodec}. */
    public static final String NAME = "Mcp-Name";

    /**
     * The prefix of the names of headers that mirror tool arguments, since 2026-07-28; see {@link ToolParamHeaders}.
     */
    public static final String PARAM_PREFIX = "Mcp-Param-";

    /** The id of the last event that a client received of a broken stream, 2025-03-26 to 2025-11-25. */
    public static final String LAST_EVENT_ID = "Last-Event-ID";

    /** Sent with the value {@code no} on every event stream, so that proxies do not buffer events. */
    public static final String ACCEL_BUFFERING = "X-Accel-Buffering";

    public static final String ACCEPT = "Accept";
    public static final String ALLOW = "Allow";
    public static final String AUTHORIZATION = "Authorization";
    public static final String CACHE_CONTROL = "Cache-Control";
    public static final String CONTENT_TYPE = "Content-Type";
    public static final String FORWARDED_FOR = "X-Forwarded-For";
    public static final String HOST = "Host";
    public static final String ORIGIN = "Origin";
    public static final String RETRY_AFTER = "Retry-After";
    public static final String USER_AGENT = "User-Agent";
    public static final String WWW_AUTHENTICATE = "WWW-Authenticate";

    private HeaderNames() {}
}
