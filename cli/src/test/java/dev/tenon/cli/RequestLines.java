package dev.tenon.cli;

import dev.tenon.json.Json;
import dev.tenon.model.Revision;

/** Creates lines that a client sends. */
final class RequestLines {
    private RequestLines() {}

    /** Creates a request of revision 2026-07-28. */
    static String createStatelessRequest(int id, String method, String members) {
        return """
                {"jsonrpc":"2.0","id":%d,"method":"%s","params":{%s%s"_meta":{\
                "io.modelcontextprotocol/protocolVersion":"2026-07-28",\
                "io.modelcontextprotocol/logLevel":"debug",\
                "io.modelcontextprotocol/clientCapabilities":{}}}}""".formatted(id, method, members, members.isEmpty() ? "" : ",");
    }

    /** Creates a request of earlier revisions. */
    static String createSessionRequest(int id, String method, String members) {
        return "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":{%s}}".formatted(id, method, members);
    }

    static String createInitialize(int id, Revision revision) {
        return createSessionRequest(
                id,
                "initialize",
                "\"protocolVersion\":\"%s\",\"capabilities\":{},\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}"
                        .formatted(revision.wireName()));
    }

    static String createInitialized() {
        return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";
    }

    /** Returns the params of a call of {@code echo}. */
    static String createEchoParams(String text) {
        return createCallParams("echo", "{\"text\":" + Json.of(text) + "}");
    }

    static String createCallParams(String tool, String arguments) {
        return "\"name\":\"%s\",\"arguments\":%s".formatted(tool, arguments);
    }

    /** Returns the text of the first content of a tool result. */
    static String readText(Json response) {
        return response.get("result")
                .get("content")
                .elements()
                .get(0)
                .get("text")
                .string();
    }
}
