package dev.tenon.model;

import java.util.Set;
import java.util.regex.Pattern;

/** The keys of {@code _meta} that the protocol defines, and the syntax of keys (2026-07-28, basic, _meta). */
public final class MetaKey {
    /** The token with which a sender requests progress notifications. */
    public static final String PROGRESS_TOKEN = "progressToken";
    /** The revision of a request. */
    public static final String PROTOCOL_VERSION = "io.modelcontextprotocol/protocolVersion";
    /** The self-description of the client. */
    public static final String CLIENT_INFO = "io.modelcontextprotocol/clientInfo";
    /** The capabilities of the client. */
    public static final String CLIENT_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
    /** The lowest level of the log messages that a request asks for. */
    public static final String LOG_LEVEL = "io.modelcontextprotocol/logLevel";
    /** The self-description of the server. */
    public static final String SERVER_INFO = "io.modelcontextprotocol/serverInfo";
    /** The id of the {@code subscriptions/listen} request that a notification belongs to. */
    public static final String SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId";
    /** W3C Trace Context: the calling span. */
    public static final String TRACEPARENT = "traceparent";
    /** W3C Trace Context: the trace state of vendors. */
    public static final String TRACESTATE = "tracestate";
    /** W3C Baggage. */
    public static final String BAGGAGE = "baggage";

    // Possessive quantifiers prevent backtracking for any key.
    private static final String LABEL = "[A-Za-z][A-Za-z0-9-]*+(?<!-)";
    private static final Pattern VALID =
            Pattern.compile("(?:" + LABEL + "(?:\\." + LABEL + ")*+/)?+(?:[A-Za-z0-9][A-Za-z0-9._-]*+(?<![._-]))?+");
    private static final Pattern RESERVED =
            Pattern.compile("[^./]+\\.(?:modelcontextprotocol|mcp)(?:\\.[^/]*)?/.*", Pattern.DOTALL);

    /** The keys that the protocol defines; most messages contain only these. */
    private static final Set<String> PROTOCOL_KEYS = Set.of(
            PROGRESS_TOKEN,
            PROTOCOL_VERSION,
            CLIENT_INFO,
            CLIENT_CAPABILITIES,
            LOG_LEVEL,
            SERVER_INFO,
            SUBSCRIPTION_ID,
            TRACEPARENT,
            TRACESTATE,
            BAGGAGE);

    private MetaKey() {}

    /** Returns whether the key has the syntax of the specification: an optional prefix of labels, a slash, a name. */
    public static boolean isValid(String key) {
        return PROTOCOL_KEYS.contains(key)
                || !key.isEmpty() && VALID.matcher(key).matches();
    }

    /**
     * Returns whether the prefix is reserved for the protocol: its second label is {@code modelcontextprotocol} or
     * {@code mcp}.
     */
    public static boolean isReserved(String key) {
        return RESERVED.matcher(key).matches();
    }
}
