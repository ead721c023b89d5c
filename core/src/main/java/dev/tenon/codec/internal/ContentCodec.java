package dev.tenon.codec.internal;

import dev.tenon.json.JsonWriter;
import dev.tenon.model.Annotations;
import dev.tenon.model.AudioContent;
import dev.tenon.model.BlobResourceContents;
import dev.tenon.model.Content;
import dev.tenon.model.EmbeddedResource;
import dev.tenon.model.ImageContent;
import dev.tenon.model.Meta;
import dev.tenon.model.Resource;
import dev.tenon.model.ResourceContents;
import dev.tenon.model.ResourceLink;
import dev.tenon.model.Revision;
import dev.tenon.model.SamplingContent;
import dev.tenon.model.TextContent;
import dev.tenon.model.TextResourceContents;
import dev.tenon.model.ToolResultContent;
import dev.tenon.model.ToolUse;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes content of tools, prompts and sampling. Content types that the revision does not have are written as
 * a text that describes them.
 */
final class ContentCodec implements JsonObjectCodec<Content> {
    private final CommonMemberCodec common;
    private final Revision revision;
    private final JsonObjectCodec<Resource> resource;
    final JsonObjectCodec<ResourceContents> resourceContents;
    final JsonObjectCodec<SamplingContent> sampling =
            new FunctionalCodec<>(this::writeSamplingMembers, this::readSampling);

    ContentCodec(CommonMemberCodec common, JsonObjectCodec<Resource> resource) {
        this.common = common;
        this.revision = common.revision;
        this.resource = resource;
        this.resourceContents = new FunctionalCodec<>(
                (out, it) -> {
                    out.field("uri", it.uri()).field("mimeType", it.mimeType());
                    if (it instanceof TextResourceContents text) {
                        out.field("text", text.text());
                    } else if (it instanceof BlobResourceContents blob) {
                        out.field("blob", blob.blob());
                    }
                    common.writeMeta(out, it.meta());
                },
                ContentCodec::readResourceContents);
    }

    private static ResourceContents readResourceContents(JsonObjectReader in) {
        String uri = in.string("uri");
        String mimeType = in.stringOrNull("mimeType");
        return in.hasMember("blob") && !in.hasMember("text")
                ? new BlobResourceContents(uri, mimeType, in.string("blob"), in.meta())
                : new TextResourceContents(uri, mimeType, in.string("text"), in.meta());
    }

    @Override
    public void writeMembers(JsonWriter out, Content content) {
        if (content instanceof TextContent text) {
            writeText(out, text.text());
            writeAnnotationsAndMeta(out, text.annotations(), text.meta());
        } else if (content instanceof ImageContent image) {
            writeMedia(out, "image", image.data(), image.mimeType());
            writeAnnotationsAndMeta(out, image.annotations(), image.meta());
        } else if (content instanceof AudioContent audio) {
            writeAudio(out, audio);
        } else if (content instanceof EmbeddedResource embedded) {
            out.field("type", "resource");
            MemberWriter.writeIfPresent(out, "resource", embedded.resource(), resourceContents);
            writeAnnotationsAndMeta(out, embedded.annotations(), embedded.meta());
        } else if (content instanceof ResourceLink link) {
            writeResourceLink(out, link.resource());
        }
    }

    private void writeSamplingMembers(JsonWriter out, SamplingContent it) {
        if (it instanceof ToolUse use) {
            writeToolUse(out, use);
        } else if (it instanceof ToolResultContent result) {
            writeToolResult(out, result);
        } else if (it instanceof Content content) {
            writeMembers(out, content);
        }
    }

    private static void writeText(JsonWriter out, String text) {
        out.field("type", "text").field("text", text);
    }

    private static void writeMedia(JsonWriter out, String type, String data, String mimeType) {
        out.field("type", type).field("data", data).field("mimeType", mimeType);
    }

    private void writeAudio(JsonWriter out, AudioContent it) {
        if (revision.hasAudio()) {
            writeMedia(out, "audio", it.data(), it.mimeType());
        } else {
            writeText(out, ContentFallbackFormatter.formatAudio(it));
        }
        writeAnnotationsAndMeta(out, it.annotations(), it.meta());
    }

    private void writeAnnotationsAndMeta(JsonWriter out, @Nullable Annotations annotations, Meta meta) {
        common.annotations(out, annotations);
        common.writeMeta(out, meta);
    }

    private void writeResourceLink(JsonWriter out, Resource linked) {
        if (revision.hasResourceLinks()) {
            out.field("type", "resource_link");
            resource.writeMembers(out, linked);
        } else {
            writeText(out, ContentFallbackFormatter.formatResourceLink(linked));
            common.annotations(out, linked.annotations());
        }
    }

    private void writeToolUse(JsonWriter out, ToolUse use) {
        if (revision.hasSamplingTools()) {
            out.field("type", "tool_use").field("id", use.id()).field("name", use.name());
            out.field("input", use.input());
        } else {
            writeText(out, ContentFallbackFormatter.formatToolUse(use));
        }
        common.writeMeta(out, use.meta());
    }

    private void writeToolResult(JsonWriter out, ToolResultContent result) {
        if (revision.hasSamplingTools()) {
            out.field("type", "tool_result").field("toolUseId", result.toolUseId());
            MemberWriter.writeList(out, "content", result.content(), this);
            MemberWriter.writeStructuredContent(out, result.structuredContent(), revision);
            MemberWriter.writeIfTrue(out, "isError", result.isError());
        } else {
            writeText(out, ContentFallbackFormatter.formatToolResult(result));
        }
        common.writeMeta(out, result.meta());
    }

    @Override
    public Content read(JsonObjectReader in) {
        return switch (in.string("type")) {
            case "text" -> new TextContent(in.string("text"), common.annotations(in), in.meta());
            case "image" ->
                new ImageContent(in.string("data"), in.string("mimeType"), common.annotations(in), in.meta());
            case "audio" ->
                new AudioContent(in.string("data"), in.string("mimeType"), common.annotations(in), in.meta());
            case "resource" ->
                new EmbeddedResource(
                        in.decode("resource", ContentCodec::readResourceContents), common.annotations(in), in.meta());
            case "resource_link" -> new ResourceLink(resource.read(in));
            default -> throw in.typeMismatch("type", "one of text, image, audio, resource, resource_link");
        };
    }

    private SamplingContent readSampling(JsonObjectReader in) {
        return switch (in.string("type")) {
            case "text", "image", "audio" -> (SamplingContent) read(in);
            case "tool_use" -> new ToolUse(in.string("id"), in.string("name"), in.object("input"), in.meta());
            case "tool_result" ->
                new ToolResultContent(
                        in.string("toolUseId"),
                        in.decodeList("content", this::read),
                        in.valueOrNull("structuredContent"),
                        in.booleanOrFalse("isError"),
                        in.meta());
            default -> throw in.typeMismatch("type", "one of text, image, audio, tool_use, tool_result");
        };
    }
}
