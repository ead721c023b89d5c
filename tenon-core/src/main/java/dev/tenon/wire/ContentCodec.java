package dev.tenon.wire;

import dev.tenon.json.JsonWriter;
import dev.tenon.model.AudioContent;
import dev.tenon.model.Content;
import dev.tenon.model.EmbeddedResource;
import dev.tenon.model.ImageContent;
import dev.tenon.model.Resource;
import dev.tenon.model.ResourceLink;
import dev.tenon.model.Revision;
import dev.tenon.model.TextContent;

/** What tools and prompts say. A kind that the revision does not have becomes a text that says what it was. */
final class ContentCodec implements Codec<Content> {
    private final Revision revision;
    private final PlainContentCodec plain;
    private final ResourceCodec resource;
    private final ResourceContentsCodec contents;
    private final AnnotationsCodec annotations;
    private final MetaCodec meta;

    ContentCodec(
            Revision revision,
            PlainContentCodec plain,
            ResourceCodec resource,
            ResourceContentsCodec contents,
            AnnotationsCodec annotations,
            MetaCodec meta) {
        this.revision = revision;
        this.plain = plain;
        this.resource = resource;
        this.contents = contents;
        this.annotations = annotations;
        this.meta = meta;
    }

    @Override
    public void members(JsonWriter out, Content content) {
        if (content instanceof TextContent text) {
            plain.text(out, text);
        } else if (content instanceof ImageContent image) {
            plain.image(out, image);
        } else if (content instanceof AudioContent audio) {
            plain.audio(out, audio);
        } else if (content instanceof EmbeddedResource embedded) {
            embedded(out, embedded);
        } else if (content instanceof ResourceLink link) {
            link(out, link.resource());
        }
    }

    private void embedded(JsonWriter out, EmbeddedResource embedded) {
        out.field("type", "resource").name("resource");
        contents.write(out, embedded.resource());
        annotations.field(out, embedded.annotations());
        meta.ofElement(out, embedded.meta());
    }

    private void link(JsonWriter out, Resource linked) {
        if (revision.hasResourceLinks()) {
            out.field("type", "resource_link");
            resource.members(out, linked);
        } else {
            out.field("type", "text").field("text", NotCarried.link(linked));
            annotations.field(out, linked.annotations());
        }
    }

    @Override
    public Content read(Fields in) {
        String type = in.text("type");
        return switch (type) {
            case "text" -> plain.readText(in);
            case "image" -> plain.readImage(in);
            case "audio" -> plain.readAudio(in);
            case "resource" ->
                new EmbeddedResource(
                        in.one("resource", contents::read), in.oneOrNull("annotations", annotations::read), in.meta());
            case "resource_link" -> new ResourceLink(resource.read(in));
            default -> throw in.expected("type", "one of text, image, audio, resource, resource_link", in.any("type"));
        };
    }
}
