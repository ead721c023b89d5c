package dev.tenon.bench.load;

/** The form of a request, which depends on the revision and on sessions. */
public enum RequestShape {
    /** 2025-11-25 with a session for each connection. */
    SESSION("2025-11-25", true),
    /** 2025-11-25 without a session, for the stateless servlet of the Java SDK. */
    SESSIONLESS("2025-11-25", false),
    /** 2026-07-28, which has no sessions. */
    MODERN("2026-07-28", false);

    private static final String META = "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{}";

    private final String revision;
    private final boolean opensSession;

    RequestShape(String revision, boolean opensSession) {
        this.revision = revision;
        this.opensSession = opensSession;
    }

    boolean opensSession() {
        return opensSession;
    }

    /** Returns the header lines in addition to those of HTTP. */
    String formatHeaders(String method, String name) {
        String version = "MCP-Protocol-Version: " + revision + "\r\n";
        if (this != MODERN) {
            return version;
        }
        return version + "Mcp-Method: " + method + "\r\n" + (name.isEmpty() ? "" : "Mcp-Name: " + name + "\r\n");
    }

    /** Returns a request with these params, and {@link BenchmarkCall#ID} as its id. */
    String formatMessage(String method, String params) {
        String meta = this == MODERN ? META : "";
        return formatMessage(method, meta, params);
    }

    /** Like {@link #formatMessage(String, String)}, with a progress token. */
    String formatMessageWithProgress(String method, String params) {
        String token = "\"progressToken\":7";
        return formatMessage(method, this == MODERN ? META + "," + token : token, params);
    }

    private static String formatMessage(String method, String meta, String params) {
        String before = meta.isEmpty() ? "" : "\"_meta\":{" + meta + "},";
        return "{\"jsonrpc\":\"2.0\",\"id\":" + BenchmarkCall.ID + ",\"method\":\"" + method + "\",\"params\":{"
                + before + params + "}}";
    }
}
