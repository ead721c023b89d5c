package dev.tenon.wire;

import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.Revision;

/** What a tool says. */
final class CallToolResultCodec implements Codec<CallToolResult> {
    private final Revision revision;
    private final ContentCodec content;

    CallToolResultCodec(Elements elements) {
        revision = elements.revision;
        content = elements.content;
    }

    @Override
    public void members(JsonWriter out, CallToolResult it) {
        Write.list(out, "content", it.content(), content);
        Json structured = it.structuredContent();
        if (structured != null && carries(structured)) {
            out.field("structuredContent", structured);
        }
        Write.ifTrue(out, "isError", it.isError());
    }

    private boolean carries(Json structured) {
        return revision.hasStructuredContent() && (structured.isObject() || revision.hasAnyStructuredContent());
    }

    @Override
    public CallToolResult read(Fields in) {
        Json structured = revision.hasAnyStructuredContent()
                ? in.anyOrNull("structuredContent")
                : in.objectOrNull("structuredContent");
        return new CallToolResult(in.list("content", content::read), structured, in.flag("isError"), in.meta());
    }
}
