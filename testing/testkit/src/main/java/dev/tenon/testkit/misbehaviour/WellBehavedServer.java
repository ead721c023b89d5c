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
    static @Nullable String respond(ReceivedRequest request) {
        if (request.id() == null) {
            return null;
        }
        return switch (request.method()) {
            case "initialize" -> initialize(request);
            case "server/discover" -> discover(request);
            case "tools/list" -> request.cacheableResultMessage("\"tools\":[" + TOOLS + "]");
            case "tools/call" -> callTool(request);
            case "resources/list" ->
                request.cacheableResultMessage("\"resources\":[{\"uri\":\"test://good\",\"name\":\"good\"},"
                        + "{\"uri\":\"test://bad/x\",\"name\":\"bad\"}]");
            case "resources/templates/list" -> request.cacheableResultMessage("\"resourceTemplates\":[]");
            case "resources/read" ->
                request.cacheableResultMessage(
                        "\"contents\":[{\"uri\":" + Json.of(request.text("uri")) + ",\"text\":\"read\"}]");
            case "prompts/list" ->
                request.cacheableResultMessage("\"prompts\":[{\"name\":\"good\"},{\"name\":\"bad\"}]");
            case "prompts/get" ->
                request.resultMessage(
                        "\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"do\"}}]");
            case "ping", "logging/setLevel" -> request.resultMessage("\"_meta\":{}");
            default -> request.errorMessage(-32601, "Method not found");
        };
    }

    private static String initialize(ReceivedRequest request) {
        return request.era() == ProtocolEra.LEGACY
                ? request.resultMessage(
                        "\"protocolVersion\":\"2025-11-25\"," + CAPABILITIES + ",\"serverInfo\":" + INFO)
                : request.responseMessage("\"error\":{\"code\":-32022,\"message\":\"Unsupported protocol version\","
                        + "\"data\":{\"supported\":[\"2026-07-28\"],\"requested\":\"2025-11-25\"}}");
    }

    private static String discover(ReceivedRequest request) {
        return request.era() == ProtocolEra.LEGACY
                ? request.errorMessage(-32601, "Method not found")
                : request.cacheableResultMessage("\"supportedVersions\":[\"2026-07-28\"]," + CAPABILITIES
                        + ",\"_meta\":{\"io.modelcontextprotocol/serverInfo\":" + INFO + "}");
    }

    private static String callTool(ReceivedRequest request) {
        if (request.hasText("name", "structured")) {
            return request.resultMessage("\"content\":[],\"structuredContent\":{\"n\":1}");
        }
        Json arguments = request.params().get("arguments");
        Json text = arguments == null ? null : arguments.get("text");
        return request.textResultMessage(text == null || text.string() == null ? "fine" : text.string());
    }
}
