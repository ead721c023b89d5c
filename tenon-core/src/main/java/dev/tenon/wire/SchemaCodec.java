package dev.tenon.wire;

import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.model.Revision;

/** Schemas of tools, without what the revision does not know: {@code $schema} at the root, and {@code x-mcp-header}. */
final class SchemaCodec {
    private static final String HEADER = "x-mcp-header";

    private final boolean dialect;
    private final boolean headers;

    SchemaCodec(Revision revision) {
        dialect = revision.hasSchemaDialect();
        headers = revision.isStateless();
    }

    void field(JsonWriter out, String name, Json schema) {
        boolean hide = (!dialect && schema.get("$schema") != null) || (!headers && mentionsHeader(schema));
        out.name(name);
        if (hide) {
            schema(out, schema, true);
        } else {
            out.value(schema);
        }
    }

    private void schema(JsonWriter out, Json schema, boolean root) {
        if (!schema.isObject()) {
            out.value(schema);
            return;
        }
        out.object();
        schema.members().forEach((name, value) -> {
            boolean hidden = (root && !dialect && name.equals("$schema")) || (!headers && name.equals(HEADER));
            if (!hidden) {
                out.name(name);
                member(out, name, value);
            }
        });
        out.endObject();
    }

    /** Header names stand only where properties lead from the root (2026-07-28, transports). */
    private void member(JsonWriter out, String name, Json value) {
        if (!name.equals("properties") || !value.isObject()) {
            out.value(value);
            return;
        }
        out.object();
        value.members().forEach((property, schema) -> {
            out.name(property);
            schema(out, schema, false);
        });
        out.endObject();
    }

    private static boolean mentionsHeader(Json schema) {
        return schema.toString().contains(HEADER);
    }
}
