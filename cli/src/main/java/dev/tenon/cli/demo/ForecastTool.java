package dev.tenon.cli.demo;

import dev.tenon.json.Json;
import dev.tenon.server.feature.ToolSpec;

/**
 * A tool with an explicit schema instead of a record. {@code x-mcp-header} makes clients also send the argument in the
 * HTTP header {@code Mcp-Param-City}, which proxies can use for routing; the server checks that both are equal.
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
                .handler((arguments, call) ->
                        "Tomorrow in " + cityOrEmpty(arguments) + ": sunny, a light breeze, 22 degrees.");
    }

    private static String cityOrEmpty(Json arguments) {
        Json city = arguments.get("city");
        // The schema guarantees a string.
        return city == null ? "" : String.valueOf(city.string());
    }
}
