package dev.tenon.conformance;

import dev.tenon.json.Json;
import dev.tenon.schema.annotation.Keyword;
import dev.tenon.server.ServerBuilder;

/** Tools with special input schemas. */
final class SchemaTools {
    /** Keywords of JSON Schema 2020-12 that must reach the client unchanged (SEP-1613). */
    private static final Json CONTACT = Json.parse("""
            {"$schema": "https://json-schema.org/draft/2020-12/schema",
             "type": "object",
             "$defs": {
               "address": {"$anchor": "addressDef", "type": "object",
                 "properties": {"street": {"type": "string"}, "city": {"type": "string"}}}},
             "properties": {
               "name": {"type": "string"},
               "address": {"$ref": "#/$defs/address"},
               "contactMethod": {"type": "string", "enum": ["phone", "email"]},
               "phone": {"type": "string"},
               "email": {"type": "string"}},
             "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
             "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
             "then": {"required": ["phone"]},
             "else": {"required": ["email"]},
             "additionalProperties": false}""");

    private SchemaTools() {}

    /** An argument that an HTTP client repeats in the header {@code Mcp-Param-Value} (2026-07-28). */
    private record HeaderArguments(
            @Keyword(name = "x-mcp-header", json = "\"Value\"")
            String value) {}

    static void addTo(ServerBuilder server) {
        server.tool("json_schema_2020_12_tool")
                .description("Takes arguments described by many keywords of JSON Schema 2020-12")
                .inputSchema(CONTACT)
                .handler((input, call) -> "Arguments: " + input)
                .tool("test_x_mcp_header")
                .description("Takes an argument that is in a header as well")
                .input(HeaderArguments.class)
                .handler((input, call) -> input.value());
    }
}
