package dev.tenon.wire;

import dev.tenon.json.JsonWriter;
import dev.tenon.model.ToolAnnotations;

/** What a tool says of its behaviour. */
final class ToolAnnotationsCodec implements Codec<ToolAnnotations> {
    @Override
    public void members(JsonWriter out, ToolAnnotations it) {
        out.field("title", it.title());
        out.field("readOnlyHint", it.readOnlyHint());
        out.field("destructiveHint", it.destructiveHint());
        out.field("idempotentHint", it.idempotentHint());
        out.field("openWorldHint", it.openWorldHint());
    }

    @Override
    public ToolAnnotations read(Fields in) {
        return new ToolAnnotations(
                in.textOrNull("title"),
                in.flagOrNull("readOnlyHint"),
                in.flagOrNull("destructiveHint"),
                in.flagOrNull("idempotentHint"),
                in.flagOrNull("openWorldHint"));
    }
}
