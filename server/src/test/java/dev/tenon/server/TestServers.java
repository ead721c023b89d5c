package dev.tenon.server;

import dev.tenon.json.Json;

/** Creates small servers for tests. */
final class TestServers {
    static final Json TEXT_INPUT = Json.parse("""
            {"type":"object","properties":{"text":{"type":"string","description":"what to say"}},
             "required":["text"],"additionalProperties":false}""");

    static final Json NAME_FORM = Json.parse("""
            {"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}""");

    private TestServers() {}

    /** Returns the builder of a server with a tool {@code echo}. */
    static ServerBuilder echoBuilder() {
        return McpServer.builder("test", "1.0")
                .tool("echo")
                .description("Says it again")
                .inputSchema(TEXT_INPUT)
                .handler((in, call) -> in.get("text").string());
    }
}
