package dev.tenon.cli.demo;

import dev.tenon.json.Json;
import dev.tenon.server.feature.ToolSpec;

/**
 * A tool with a schema of its own instead of a record. Its {@code x-mcp-header} has clients send the argument in the
 * HTTP header {@code Mcp-Param-City} as well, where proxies can route by it; the server checks that both agree.
 */
final class ForecastTool {
    private static final Json SCHEMA = Json.parse("""
            {
              "type": "object",
              "properties": {
                "city": {"type": "string", "description": "Where", "minLength": 1, "x-mcp-header": "City"}
              },
              "required": ["city"],
              "additionalProperties": false
            }""");

    private ForecastTool() {}

    static ToolSpec spec() {
        return ToolSpec.builder("forecast")
                .title("Forecast")
                .description("Tells tomorrow's weather in a city, which is always the same.")
                .inputSchema(SCHEMA)
                .handler(
                        (arguments, call) -> "Tomorrow in " + city(arguments) + ": sunny, a light breeze, 22 degrees.");
    }

    private static String city(Json arguments) {
        Json city = arguments.get("city");
        // The schema has seen to it that it is there and a string.
        return city == null ? "" : String.valueOf(city.string());
    }
}
