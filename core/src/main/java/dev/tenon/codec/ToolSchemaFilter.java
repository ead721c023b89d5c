package dev.tenon.codec;

import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.model.Revision;

/**
 * Removes keywords from tool schemas that a revision does not have: {@code $schema} at the root, and
 * {@code x-mcp-header}.
 */
public final class ToolSchemaFilter {
    private static final String HEADER = "x-mcp-header";

    private final boolean keepsDialect;
    private final boolean keepsHeaders;

    /** Creates a filter for a revision. */
    public ToolSchemaFilter(Revision revision) {
        keepsDialect = revision.hasSchemaDialect();
        keepsHeaders = revision.isStateless();
    }

    /** Returns the schema with only the keywords that the revision has. */
    public Json filter(Json schema) {
        boolean mustFilter = (!keepsDialect && schema.get("$schema") != null)
                || (!keepsHeaders && schema.toString().contains(HEADER));
        if (!mustFilter) {
            return schema;
        }
        JsonWriter out = new JsonWriter(schema.sizeInBytes());
        writeSchema(out, schema, true);
        return out.toJson();
    }

    private void writeSchema(JsonWriter out, Json schema, boolean root) {
        if (!schema.isObject()) {
            out.value(schema);
            return;
        }
        out.beginObject();
        schema.members().forEach((name, value) -> {
            boolean hidden =
                    (root && !keepsDialect && name.equals("$schema")) || (!keepsHeaders && name.equals(HEADER));
            if (!hidden) {
                out.name(name);
                writeMember(out, name, value);
            }
        });
        out.endObject();
    }

    /** Header names are allowed only where {@code properties} lead to from the root (2026-07-28, transports). */
    private void writeMember(JsonWriter out, String name, Json value) {
        if (!name.equals("properties") || !value.isObject()) {
            out.value(value);
            return;
        }
        out.beginObject();
        value.members().forEach((property, schema) -> {
            out.name(property);
            writeSchema(out, schema, false);
        });
        out.endObject();
    }
}
