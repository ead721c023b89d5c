package dev.tenon.battery.hostile;

import dev.tenon.json.Json;
import org.jspecify.annotations.Nullable;

/** How a server should behave: a small one, with a few tools, a resource and a prompt. */
final class GoodServer {
    static final String SCHEMA = "\"inputSchema\":{\"type\":\"object\"}";

    private static final String CAPABILITIES =
            "\"capabilities\":{\"tools\":{\"listChanged\":true},\"resources\":{\"listChanged\":true},\"prompts\":{},"
                    + "\"logging\":{}}";
    private static final String INFO = "{\"name\":\"hostile\",\"version\":\"1\"}";
    private static final String STRUCTURED = "\"outputSchema\":{\"type\":\"object\",\"required\":[\"n\"],"
            + "\"properties\":{\"n\":{\"type\":\"integer\"}}}";
    static final String TOOLS = tool("echo", SCHEMA) + "," + tool("bad", SCHEMA) + "," + tool("slow", SCHEMA) + ","
            + tool("structured", SCHEMA + "," + STRUCTURED);

    private GoodServer() {}

    static String tool(String name, String rest) {
        return "{\"name\":\"" + name + "\"," + rest + "}";
    }

    /** The answer, or null to what has none. */
    static @Nullable String answer(Got got) {
        if (got.id() == null) {
            return null;
        }
        return switch (got.method()) {
            case "initialize" -> initialize(got);
            case "server/discover" -> discover(got);
            case "tools/list" -> got.cacheable("\"tools\":[" + TOOLS + "]");
            case "tools/call" -> call(got);
            case "resources/list" ->
                got.cacheable("\"resources\":[{\"uri\":\"test://good\",\"name\":\"good\"},"
                        + "{\"uri\":\"test://bad/x\",\"name\":\"bad\"}]");
            case "resources/templates/list" -> got.cacheable("\"resourceTemplates\":[]");
            case "resources/read" ->
                got.cacheable("\"contents\":[{\"uri\":" + Json.of(got.text("uri")) + ",\"text\":\"read\"}]");
            case "prompts/list" -> got.cacheable("\"prompts\":[{\"name\":\"good\"},{\"name\":\"bad\"}]");
            case "prompts/get" ->
                got.result("\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"do\"}}]");
            case "ping", "logging/setLevel" -> got.result("\"_meta\":{}");
            default -> got.error(-32601, "Method not found");
        };
    }

    private static String initialize(Got got) {
        return got.era() == Era.LEGACY
                ? got.result("\"protocolVersion\":\"2025-11-25\"," + CAPABILITIES + ",\"serverInfo\":" + INFO)
                : got.envelope("\"error\":{\"code\":-32022,\"message\":\"Unsupported protocol version\","
                        + "\"data\":{\"supported\":[\"2026-07-28\"],\"requested\":\"2025-11-25\"}}");
    }

    private static String discover(Got got) {
        return got.era() == Era.LEGACY
                ? got.error(-32601, "Method not found")
                : got.cacheable("\"supportedVersions\":[\"2026-07-28\"]," + CAPABILITIES
                        + ",\"_meta\":{\"io.modelcontextprotocol/serverInfo\":" + INFO + "}");
    }

    private static String call(Got got) {
        if (got.names("name", "structured")) {
            return got.result("\"content\":[],\"structuredContent\":{\"n\":1}");
        }
        Json arguments = got.params().get("arguments");
        Json text = arguments == null ? null : arguments.get("text");
        return got.said(text == null || text.string() == null ? "fine" : text.string());
    }
}
