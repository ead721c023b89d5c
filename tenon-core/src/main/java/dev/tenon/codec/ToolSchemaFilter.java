package dev.tenon.codec;

import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.model.Revision;

/**
 * Writes schemas of tools without what the revision does not know: {@code $schema} at the root, and {@code
 * x-mcp-header}.
 */
public final class ToolSchemaFilter {
    private static final String HEADER = "x-mcp-header";

    private final boolean dialect;
    private final boolean headers;

    /** A codec for that revision. */
    public ToolSchemaFilter(Revision revision) {
        dialect = revision.hasSchemaDialect();
        headers = revision.isStateless();
    }

    /** Returns the schema as a peer of the revision is shown it. */
    public Json filter(Json schema) {
        boolean hide = (!dialect && schema.get("$schema") != null) || (!headers && mentionsHeader(schema));
        if (!hide) {
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
            boolean hidden = (root && !dialect && name.equals("$schema")) || (!headers && name.equals(HEADER));
            if (!hidden) {
                out.name(name);
                writeMember(out, name, value);
            }
        });
        out.endObject();
    }

    /** Header names stand only where properties lead from the root (2026-07-28, transports). */
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

    private static boolean mentionsHeader(Json schema) {
        return schema.toString().contains(HEADER);
    }
}
