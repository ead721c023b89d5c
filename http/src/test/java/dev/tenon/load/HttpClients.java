package dev.tenon.load;

import dev.tenon.json.Json;
import java.io.IOException;

/** Requests of clients of both protocol eras over HTTP. */
final class HttpClients {
    private HttpClients() {}

    /** Returns the header lines of a tool call under 2026-07-28. */
    static String modernCall(String tool) {
        return "MCP-Protocol-Version: " + Messages.MODERN + "\r\nMcp-Method: tools/call\r\nMcp-Name: " + tool + "\r\n";
    }

    /** Returns the header lines of a request in a session. */
    static String inSession(String session) {
        return "Mcp-Session-Id: " + session + "\r\nMCP-Protocol-Version: " + Messages.LEGACY + "\r\n";
    }

    /** Opens a session and returns its id. */
    static String open(Connection connection) throws IOException {
        Connection.Answer response = connection.post("", Messages.initialize());
        String session = response.headers().get("mcp-session-id");
        if (session == null) {
            throw new AssertionError("No session: " + response);
        }
        return session;
    }

    /** Returns the single message in a response. */
    static Json message(Connection.Answer response) {
        if (response.status() != 200) {
            throw new AssertionError("Not answered: " + response);
        }
        return Json.parse(response.body());
    }
}
