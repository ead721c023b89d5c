package dev.tenon.load;

import dev.tenon.json.Json;
import java.io.IOException;

/** Builds MCP requests over HTTP for both protocol eras, and parses their responses. */
final class McpHttpRequests {
    private McpHttpRequests() {}

    /** Returns the header lines of a tool call under 2026-07-28. */
    static String modernCallHeaders(String tool) {
        return "MCP-Protocol-Version: " + Messages.MODERN + "\r\nMcp-Method: tools/call\r\nMcp-Name: " + tool + "\r\n";
    }

    /** Returns the header lines of a request in a session. */
    static String sessionHeaders(String session) {
        return "Mcp-Session-Id: " + session + "\r\nMCP-Protocol-Version: " + Messages.LEGACY + "\r\n";
    }

    /** Opens a session and returns its id. */
    static String openSession(HttpConnection connection) throws IOException {
        HttpConnection.ReceivedResponse response = connection.post("", Messages.initialize());
        String session = response.headers().get("mcp-session-id");
        if (session == null) {
            throw new AssertionError("No session: " + response);
        }
        return session;
    }

    /** Returns the single message in a response. */
    static Json parseMessage(HttpConnection.ReceivedResponse response) {
        if (response.status() != 200) {
            throw new AssertionError("No successful response: " + response);
        }
        return Json.parse(response.body());
    }
}
