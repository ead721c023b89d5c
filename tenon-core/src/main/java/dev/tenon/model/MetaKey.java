package dev.tenon.model;

import java.util.Set;
import java.util.regex.Pattern;

/** How keys of {@code _meta} are spelled, and which of them belong to the protocol (2026-07-28, basic, _meta). */
public final class MetaKey {
    /** The token under which a requester wants to hear of progress. */
    public static final String PROGRESS_TOKEN = "progressToken";
    /** The revision a request is made under. */
    public static final String PROTOCOL_VERSION = "io.modelcontextprotocol/protocolVersion";
    /** What the client is. */
    public static final String CLIENT_INFO = "io.modelcontextprotocol/clientInfo";
    /** What the client can. */
    public static final String CLIENT_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
    /** The lowest level of log messages that a request wants. */
    public static final String LOG_LEVEL = "io.modelcontextprotocol/logLevel";
    /** What the server is. */
    public static final String SERVER_INFO = "io.modelcontextprotocol/serverInfo";
    /** The id of the {@code subscriptions/listen} request that a notification belongs to. */
    public static final String SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId";
    /** W3C Trace Context: the calling span. */
    public static final String TRACEPARENT = "traceparent";
    /** W3C Trace Context: what vendors add. */
    public static final String TRACESTATE = "tracestate";
    /** W3C Baggage. */
    public static final String BAGGAGE = "baggage";

    // Possessive throughout: no key makes the matcher go back and try again.
    private static final String LABEL = "[A-Za-z][A-Za-z0-9-]*+(?<!-)";
    private static final Pattern VALID =
            Pattern.compile("(?:" + LABEL + "(?:\\." + LABEL + ")*+/)?+(?:[A-Za-z0-9][A-Za-z0-9._-]*+(?<![._-]))?+");
    private static final Pattern RESERVED =
            Pattern.compile("[^./]+\\.(?:modelcontextprotocol|mcp)(?:\\.[^/]*)?/.*", Pattern.DOTALL);

    /** The protocol's own, which are in most messages. */
    private static final Set<String> OWN = Set.of(
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

    /** Whether the key is spelled as the specification demands: an optional prefix of labels, a slash, a name. */
    public static boolean isValid(String key) {
        return OWN.contains(key) || !key.isEmpty() && VALID.matcher(key).matches();
    }

    /** Whether the prefix is the protocol's: its second label is {@code modelcontextprotocol} or {@code mcp}. */
    public static boolean isReserved(String key) {
        return RESERVED.matcher(key).matches();
    }
}
