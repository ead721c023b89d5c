package dev.tenon.testkit.misbehaviour;

import dev.tenon.json.Json;
import org.jspecify.annotations.Nullable;

/** A minimal server that behaves correctly, with a few tools, a resource and a prompt. */
final class WellBehavedServer {
    static final String SCHEMA = "\"inputSchema\":{\"type\":\"object\"}";

    private static final String CAPABILITIES =
            "\"capabilities\":{\"tools\":{\"listChanged\":true},\"resources\":{\"listChanged\":true},\"prompts\":{},"
                    + "\"logging\":{}}";
    private static final String INFO = "{\"name\":\"hostile\",\"version\":\"1\"}";
    private static final String STRUCTURED = "\"outputSchema\":{\"type\":\"object\",\"required\":[\"n\"],"
            + "\"properties\":{\"n\":{\"type\":\"integer\"}}}";
    static final String TOOLS = toolJson("echo", SCHEMA) + "," + toolJson("bad", SCHEMA) + ","
            + toolJson("slow", SCHEMA) + "," + toolJson("structured", SCHEMA + "," + STRUCTURED);

    private WellBehavedServer() {}

    static String toolJson(String name, String rest) {
        return "{\"name\":\"" + name + "\"," + rest + "}";
    }

    /** Returns the response, or null for a notification. */
    static @Nullable String respond(ReceivedRequest got) {
        if (got.id() == null) {
            return null;
        }
        return switch (got.method()) {
            case "initialize" -> initialize(got);
            case "server/discover" -> discover(got);
            case "tools/list" -> got.cacheableResultMessage("\"tools\":[" + TOOLS + "]");
            case "tools/call" -> callTool(got);
            case "resources/list" ->
                got.cacheableResultMessage("\"resources\":[{\"uri\":\"test://good\",\"name\":\"good\"},"
                        + "{\"uri\":\"test://bad/x\",\"name\":\"bad\"}]");
            case "resources/templates/list" -> got.cacheableResultMessage("\"resourceTemplates\":[]");
            case "resources/read" ->
                got.cacheableResultMessage(
                        "\"contents\":[{\"uri\":" + Json.of(got.text("uri")) + ",\"text\":\"read\"}]");
            case "prompts/list" -> got.cacheableResultMessage("\"prompts\":[{\"name\":\"good\"},{\"name\":\"bad\"}]");
            case "prompts/get" ->
                got.resultMessage("\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"do\"}}]");
            case "ping", "logging/setLevel" -> got.resultMessage("\"_meta\":{}");
            default -> got.errorMessage(-32601, "Method not found");
        };
    }

    private static String initialize(ReceivedRequest got) {
        return got.era() == ProtocolEra.LEGACY
                ? got.resultMessage("\"protocolVersion\":\"2025-11-25\"," + CAPABILITIES + ",\"serverInfo\":" + INFO)
                : got.responseMessage("\"error\":{\"code\":-32022,\"message\":\"Unsupported protocol version\","
                        + "\"data\":{\"supported\":[\"2026-07-28\"],\"requested\":\"2025-11-25\"}}");
    }

    private static String discover(ReceivedRequest got) {
        return got.era() == ProtocolEra.LEGACY
                ? got.errorMessage(-32601, "Method not found")
                : got.cacheableResultMessage("\"supportedVersions\":[\"2026-07-28\"]," + CAPABILITIES
                        + ",\"_meta\":{\"io.modelcontextprotocol/serverInfo\":" + INFO + "}");
    }

    private static String callTool(ReceivedRequest got) {
        if (got.hasText("name", "structured")) {
            return got.resultMessage("\"content\":[],\"structuredContent\":{\"n\":1}");
        }
        Json arguments = got.params().get("arguments");
        Json text = arguments == null ? null : arguments.get("text");
        return got.textResultMessage(text == null || text.string() == null ? "fine" : text.string());
    }
}
