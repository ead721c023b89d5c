package dev.tenon.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.server.http.HttpEndpoint;

/** Opens sessions for the requests that name one, and reopens them after a request has ended one. */
final class SessionPool {
    private static final String HEAD = """
            POST /mcp
            Host: localhost
            Content-Type: application/json
            Accept: application/json, text/event-stream""";

    private final HttpEndpoint endpoint;
    private String session = "";
    private String batches = "";

    SessionPool(HttpEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    /** Returns the head with the ids of the sessions inserted. */
    String fillSessionIds(String head) throws InterruptedException {
        if (session.isEmpty()) {
            session = open("2025-11-25");
            batches = open("2025-03-26");
        }
        return head.replace("SESSION", session).replace("BATCHES", batches);
    }

    private String open(String revision) throws InterruptedException {
        RecordedResponse response = post("", """
                {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"%s",
                "capabilities":{"elicitation":{},"roots":{},"sampling":{}},"clientInfo":{"name":"f","version":"1"}}}""".formatted(revision));
        FuzzAssertions.assertTrue(response.status() == 200, () -> "no session");
        return response.header("Mcp-Session-Id");
    }

    /** Fails if the endpoint does not work any more. */
    void assertAlive() throws InterruptedException {
        RecordedResponse modern = post("MCP-Protocol-Version: 2026-07-28\nMcp-Method: tools/list", """
                {"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{
                "io.modelcontextprotocol/protocolVersion":"2026-07-28",
                "io.modelcontextprotocol/clientCapabilities":{}}}}""");
        FuzzAssertions.assertTrue(modern.status() == 200, () -> "a valid request failed: " + modern.status());
        boolean alive = isAlive(session) && isAlive(batches);
        if (!alive) {
            session = "";
        }
    }

    private boolean isAlive(String id) throws InterruptedException {
        RecordedResponse ping =
                post("Mcp-Session-Id: " + id, "{\"jsonrpc\":\"2.0\",\"id\":\"alive?\",\"method\":\"ping\"}");
        FuzzAssertions.assertTrue(
                ping.status() == 200 || ping.status() == 404 || ping.status() == 429,
                () -> "a ping got the status " + ping.status());
        return ping.status() == 200;
    }

    private RecordedResponse post(String headers, String body) throws InterruptedException {
        return HttpEndpointTarget.send(endpoint, FuzzRequestHead.of(HEAD + "\n" + headers), body.getBytes(UTF_8));
    }
}
