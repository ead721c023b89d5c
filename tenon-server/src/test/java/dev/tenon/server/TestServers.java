package dev.tenon.server;

import dev.tenon.json.Json;

/** Small servers that tests are made of. */
final class TestServers {
    static final Json TEXT_INPUT = Json.parse("""
            {"type":"object","properties":{"text":{"type":"string","description":"what to say"}},
             "required":["text"],"additionalProperties":false}""");

    static final Json NAME_FORM = Json.parse("""
            {"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}""");

    private TestServers() {}

    /** A server with one tool {@code echo}, to which more can be added. */
    static ServerBuilder echoing() {
        return McpServer.builder("test", "1.0")
                .tool("echo")
                .description("Says it again")
                .inputSchema(TEXT_INPUT)
                .handler((in, call) -> in.get("text").string());
    }
}
