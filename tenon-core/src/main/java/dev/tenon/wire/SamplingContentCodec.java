package dev.tenon.wire;

import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.model.AudioContent;
import dev.tenon.model.ImageContent;
import dev.tenon.model.Revision;
import dev.tenon.model.SamplingContent;
import dev.tenon.model.TextContent;
import dev.tenon.model.ToolResultContent;
import dev.tenon.model.ToolUse;

/** What is said in a conversation with a model. */
final class SamplingContentCodec implements Codec<SamplingContent> {
    private final Revision revision;
    private final PlainContentCodec plain;
    private final ContentCodec content;
    private final MetaCodec meta;

    SamplingContentCodec(Revision revision, PlainContentCodec plain, ContentCodec content, MetaCodec meta) {
        this.revision = revision;
        this.plain = plain;
        this.content = content;
        this.meta = meta;
    }

    @Override
    public void members(JsonWriter out, SamplingContent it) {
        if (it instanceof TextContent text) {
            plain.text(out, text);
        } else if (it instanceof ImageContent image) {
            plain.image(out, image);
        } else if (it instanceof AudioContent audio) {
            plain.audio(out, audio);
        } else if (it instanceof ToolUse use) {
            toolUse(out, use);
        } else if (it instanceof ToolResultContent result) {
            toolResult(out, result);
        }
    }

    private void toolUse(JsonWriter out, ToolUse use) {
        if (revision.hasSamplingTools()) {
            out.field("type", "tool_use").field("id", use.id()).field("name", use.name());
            out.field("input", use.input());
        } else {
            out.field("type", "text").field("text", NotCarried.toolUse(use));
        }
        meta.ofElement(out, use.meta());
    }

    private void toolResult(JsonWriter out, ToolResultContent result) {
        if (revision.hasSamplingTools()) {
            out.field("type", "tool_result").field("toolUseId", result.toolUseId());
            Write.list(out, "content", result.content(), content);
            Json structured = result.structuredContent();
            if (structured != null && (structured.isObject() || revision.hasAnyStructuredContent())) {
                out.field("structuredContent", structured);
            }
            Write.ifTrue(out, "isError", result.isError());
        } else {
            out.field("type", "text").field("text", NotCarried.toolResult(result));
        }
        meta.ofElement(out, result.meta());
    }

    @Override
    public SamplingContent read(Fields in) {
        return switch (in.text("type")) {
            case "text" -> plain.readText(in);
            case "image" -> plain.readImage(in);
            case "audio" -> plain.readAudio(in);
            case "tool_use" -> new ToolUse(in.text("id"), in.text("name"), in.object("input"), in.meta());
            case "tool_result" ->
                new ToolResultContent(
                        in.text("toolUseId"),
                        in.list("content", content::read),
                        in.anyOrNull("structuredContent"),
                        in.flag("isError"),
                        in.meta());
            default -> throw in.expected("type", "one of text, image, audio, tool_use, tool_result", in.any("type"));
        };
    }
}
