package dev.tenon.wire;

import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.model.Revision;
import dev.tenon.model.Tool;
import dev.tenon.model.ToolAnnotations;

/** A tool, in a list or for a model. */
final class ToolCodec implements Codec<Tool> {
    private final Revision revision;
    private final SchemaCodec schemas;
    private final IconCodec icons;
    private final MetaCodec meta;
    private final ToolAnnotationsCodec annotations = new ToolAnnotationsCodec();

    ToolCodec(Revision revision, IconCodec icons, MetaCodec meta) {
        this.revision = revision;
        this.schemas = new SchemaCodec(revision);
        this.icons = icons;
        this.meta = meta;
    }

    @Override
    public void members(JsonWriter out, Tool it) {
        out.field("name", it.name());
        if (revision.hasTitles()) {
            out.field("title", it.title());
        }
        out.field("description", it.description());
        schemas.field(out, "inputSchema", it.inputSchema());
        Json output = it.outputSchema();
        if (output != null && carries(output)) {
            schemas.field(out, "outputSchema", output);
        }
        ToolAnnotations hints = it.annotations();
        if (hints != null && revision.hasToolAnnotations()) {
            out.name("annotations");
            annotations.write(out, hints);
        }
        icons.list(out, it.icons());
        meta.ofElement(out, it.meta());
    }

    /** Before 2026-07-28 results are objects, and so are their schemas. */
    private boolean carries(Json outputSchema) {
        Json type = outputSchema.get("type");
        boolean object = type != null && "object".equals(type.string());
        return revision.hasStructuredContent() && (object || revision.hasAnyStructuredContent());
    }

    @Override
    public Tool read(Fields in) {
        return new Tool(
                in.text("name"),
                in.object("inputSchema"),
                in.textOrNull("title"),
                in.textOrNull("description"),
                in.objectOrNull("outputSchema"),
                in.oneOrNull("annotations", annotations::read),
                icons.list(in),
                in.meta());
    }
}
