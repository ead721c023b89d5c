package dev.tenon.wire;

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
 * What tools and prompts say, and what is said in a conversation with a model. A kind that the revision does not have becomes
 * a text that says what it was.
 */
final class ContentCodec implements Codec<Content> {
    private final CommonMembers common;
    private final Revision revision;
    private final Codec<Resource> resource;
    final Codec<ResourceContents> resourceContents;
    final Codec<SamplingContent> sampling = new SimpleCodec<>(this::samplingMembers, this::readSampling);

    ContentCodec(CommonMembers common, Codec<Resource> resource) {
        this.common = common;
        this.revision = common.revision;
        this.resource = resource;
        this.resourceContents = new SimpleCodec<>(
                (out, it) -> {
                    out.field("uri", it.uri()).field("mimeType", it.mimeType());
                    if (it instanceof TextResourceContents text) {
                        out.field("text", text.text());
                    } else if (it instanceof BlobResourceContents blob) {
                        out.field("blob", blob.blob());
                    }
                    common.meta(out, it.meta());
                },
                ContentCodec::readContents);
    }

    private static ResourceContents readContents(Fields in) {
        String uri = in.text("uri");
        String mimeType = in.textOrNull("mimeType");
        return in.has("blob") && !in.has("text")
                ? new BlobResourceContents(uri, mimeType, in.text("blob"), in.meta())
                : new TextResourceContents(uri, mimeType, in.text("text"), in.meta());
    }

    @Override
    public void members(JsonWriter out, Content content) {
        if (content instanceof TextContent text) {
            text(out, text.text());
            rest(out, text.annotations(), text.meta());
        } else if (content instanceof ImageContent image) {
            media(out, "image", image.data(), image.mimeType());
            rest(out, image.annotations(), image.meta());
        } else if (content instanceof AudioContent audio) {
            audio(out, audio);
        } else if (content instanceof EmbeddedResource embedded) {
            out.field("type", "resource");
            Write.one(out, "resource", embedded.resource(), resourceContents);
            rest(out, embedded.annotations(), embedded.meta());
        } else if (content instanceof ResourceLink link) {
            link(out, link.resource());
        }
    }

    private void samplingMembers(JsonWriter out, SamplingContent it) {
        if (it instanceof ToolUse use) {
            toolUse(out, use);
        } else if (it instanceof ToolResultContent result) {
            toolResult(out, result);
        } else if (it instanceof Content content) {
            members(out, content);
        }
    }

    private static void text(JsonWriter out, String text) {
        out.field("type", "text").field("text", text);
    }

    private static void media(JsonWriter out, String type, String data, String mimeType) {
        out.field("type", type).field("data", data).field("mimeType", mimeType);
    }

    private void audio(JsonWriter out, AudioContent it) {
        if (revision.hasAudio()) {
            media(out, "audio", it.data(), it.mimeType());
        } else {
            text(out, NotCarried.audio(it));
        }
        rest(out, it.annotations(), it.meta());
    }

    private void rest(JsonWriter out, @Nullable Annotations annotations, Meta meta) {
        common.annotations(out, annotations);
        common.meta(out, meta);
    }

    private void link(JsonWriter out, Resource linked) {
        if (revision.hasResourceLinks()) {
            out.field("type", "resource_link");
            resource.members(out, linked);
        } else {
            text(out, NotCarried.link(linked));
            common.annotations(out, linked.annotations());
        }
    }

    private void toolUse(JsonWriter out, ToolUse use) {
        if (revision.hasSamplingTools()) {
            out.field("type", "tool_use").field("id", use.id()).field("name", use.name());
            out.field("input", use.input());
        } else {
            text(out, NotCarried.toolUse(use));
        }
        common.meta(out, use.meta());
    }

    private void toolResult(JsonWriter out, ToolResultContent result) {
        if (revision.hasSamplingTools()) {
            out.field("type", "tool_result").field("toolUseId", result.toolUseId());
            Write.list(out, "content", result.content(), this);
            Write.structured(out, result.structuredContent(), revision);
            Write.ifTrue(out, "isError", result.isError());
        } else {
            text(out, NotCarried.toolResult(result));
        }
        common.meta(out, result.meta());
    }

    @Override
    public Content read(Fields in) {
        return switch (in.text("type")) {
            case "text" -> new TextContent(in.text("text"), common.annotations(in), in.meta());
            case "image" -> new ImageContent(in.text("data"), in.text("mimeType"), common.annotations(in), in.meta());
            case "audio" -> new AudioContent(in.text("data"), in.text("mimeType"), common.annotations(in), in.meta());
            case "resource" ->
                new EmbeddedResource(in.one("resource", ContentCodec::readContents), common.annotations(in), in.meta());
            case "resource_link" -> new ResourceLink(resource.read(in));
            default -> throw in.expected("type", "one of text, image, audio, resource, resource_link", in.any("type"));
        };
    }

    private SamplingContent readSampling(Fields in) {
        return switch (in.text("type")) {
            case "text", "image", "audio" -> (SamplingContent) read(in);
            case "tool_use" -> new ToolUse(in.text("id"), in.text("name"), in.object("input"), in.meta());
            case "tool_result" ->
                new ToolResultContent(
                        in.text("toolUseId"),
                        in.list("content", this::read),
                        in.anyOrNull("structuredContent"),
                        in.flag("isError"),
                        in.meta());
            default -> throw in.expected("type", "one of text, image, audio, tool_use, tool_result", in.any("type"));
        };
    }
}
