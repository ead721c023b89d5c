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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes content of tools, prompts and sampling. Content types that the revision does not have are written as
 * a text that describes them.
 */
final class ContentCodec {
    private final CommonMemberCodec common;
    private final Revision revision;
    private final JsonObjectCodec<Resource> resource;
    final JsonObjectCodec<ResourceContents> resourceContents;
    final JsonObjectCodec<Content> block = new JsonObjectCodec<>(this::writeMembers, this::read);
    final JsonObjectCodec<SamplingContent> sampling =
            new JsonObjectCodec<>(this::writeSamplingMembers, this::readSampling);

    ContentCodec(CommonMemberCodec common, JsonObjectCodec<Resource> resource) {
        this.common = common;
        this.revision = common.revision;
        this.resource = resource;
        this.resourceContents = new JsonObjectCodec<>(
                (out, it) -> {
                    out.fieldUnlessNull("uri", it.uri()).fieldUnlessNull("mimeType", it.mimeType());
                    if (it instanceof TextResourceContents text) {
                        out.fieldUnlessNull("text", text.text());
                    } else if (it instanceof BlobResourceContents blob) {
                        out.fieldUnlessNull("blob", blob.blob());
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

    private void writeMembers(JsonWriter out, Content content) {
        if (content instanceof TextContent text) {
            writeText(out, text.text());
            writeAnnotationsAndMeta(out, text.annotations(), text.meta());
        } else if (content instanceof ImageContent image) {
            writeMedia(out, "image", image.data(), image.mimeType());
            writeAnnotationsAndMeta(out, image.annotations(), image.meta());
        } else if (content instanceof AudioContent audio) {
            writeAudio(out, audio);
        } else if (content instanceof EmbeddedResource embedded) {
            out.fieldUnlessNull("type", "resource");
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
        out.fieldUnlessNull("type", "text").fieldUnlessNull("text", text);
    }

    private static void writeMedia(JsonWriter out, String type, String data, String mimeType) {
        out.fieldUnlessNull("type", type).fieldUnlessNull("data", data).fieldUnlessNull("mimeType", mimeType);
    }

    private void writeAudio(JsonWriter out, AudioContent it) {
        if (revision.hasAudio()) {
            writeMedia(out, "audio", it.data(), it.mimeType());
        } else {
            writeText(out, formatAudio(it));
        }
        writeAnnotationsAndMeta(out, it.annotations(), it.meta());
    }

    private void writeAnnotationsAndMeta(JsonWriter out, @Nullable Annotations annotations, Meta meta) {
        common.annotations(out, annotations);
        common.writeMeta(out, meta);
    }

    private void writeResourceLink(JsonWriter out, Resource linked) {
        if (revision.hasResourceLinks()) {
            out.fieldUnlessNull("type", "resource_link");
            resource.writeMembers(out, linked);
        } else {
            writeText(out, formatResourceLink(linked));
            common.annotations(out, linked.annotations());
        }
    }

    private void writeToolUse(JsonWriter out, ToolUse use) {
        if (revision.hasSamplingTools()) {
            out.fieldUnlessNull("type", "tool_use")
                    .fieldUnlessNull("id", use.id())
                    .fieldUnlessNull("name", use.name());
            out.fieldUnlessNull("input", use.input());
        } else {
            writeText(out, formatToolUse(use));
        }
        common.writeMeta(out, use.meta());
    }

    private void writeToolResult(JsonWriter out, ToolResultContent result) {
        if (revision.hasSamplingTools()) {
            out.fieldUnlessNull("type", "tool_result").fieldUnlessNull("toolUseId", result.toolUseId());
            MemberWriter.writeList(out, "content", result.content(), block);
            MemberWriter.writeStructuredContent(out, result.structuredContent(), revision);
            MemberWriter.writeIfTrue(out, "isError", result.isError());
        } else {
            writeText(out, formatToolResult(result));
        }
        common.writeMeta(out, result.meta());
    }

    private Content read(JsonObjectReader in) {
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

    private static String formatAudio(AudioContent audio) {
        long bytes = audio.data().length() / 4 * 3L;
        return "[Audio, " + audio.mimeType() + ", about " + bytes
                + " bytes: it cannot be carried in the protocol revision of this connection]";
    }

    private static String formatResourceLink(Resource resource) {
        String title = resource.title() == null ? resource.name() : resource.title();
        String description = resource.description() == null ? "" : ": " + resource.description();
        return "[Resource " + title + " at " + resource.uri() + description + "]";
    }

    static String formatToolUse(ToolUse use) {
        return "[Use of tool " + use.name() + " with " + use.input() + "]";
    }

    private static String formatToolResult(ToolResultContent result) {
        String text = result.content().stream().map(ContentCodec::formatContent).collect(Collectors.joining("\n"));
        return (result.isError() ? "[Tool failed]" : "[Tool answered]") + (text.isEmpty() ? "" : "\n" + text);
    }

    private static String formatContent(Content content) {
        if (content instanceof TextContent text) {
            return text.text();
        }
        if (content instanceof AudioContent audio) {
            return formatAudio(audio);
        }
        if (content instanceof ResourceLink link) {
            return formatResourceLink(link.resource());
        }
        return content instanceof EmbeddedResource embedded
                ? "[Resource at " + embedded.resource().uri() + "]"
                : "[Image]";
    }
}
