package dev.tenon.cli;

import dev.tenon.json.Json;
import dev.tenon.model.Revision;

/** Lines that a client sends. */
final class Requests {
    private Requests() {}

    /** A request as 2026-07-28 wants it. */
    static String modern(int id, String method, String members) {
        return """
                {"jsonrpc":"2.0","id":%d,"method":"%s","params":{%s%s"_meta":{\
                "io.modelcontextprotocol/protocolVersion":"2026-07-28",\
                "io.modelcontextprotocol/logLevel":"debug",\
                "io.modelcontextprotocol/clientCapabilities":{}}}}""".formatted(id, method, members, members.isEmpty() ? "" : ",");
    }

    /** A request as the revisions before want it. */
    static String legacy(int id, String method, String members) {
        return "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":{%s}}".formatted(id, method, members);
    }

    static String initialize(int id, Revision revision) {
        return legacy(
                id,
                "initialize",
                "\"protocolVersion\":\"%s\",\"capabilities\":{},\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}"
                        .formatted(revision.wireName()));
    }

    static String initialized() {
        return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";
    }

    /** The members of a call of echo. */
    static String echo(String text) {
        return call("echo", "{\"text\":" + Json.of(text) + "}");
    }

    static String call(String tool, String arguments) {
        return "\"name\":\"%s\",\"arguments\":%s".formatted(tool, arguments);
    }

    /** What a tool said in its first content. */
    static String text(Json response) {
        return response.get("result")
                .get("content")
                .elements()
                .get(0)
                .get("text")
                .string();
    }
}
