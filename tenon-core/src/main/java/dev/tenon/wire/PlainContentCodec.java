package dev.tenon.wire;

import dev.tenon.json.JsonWriter;
import dev.tenon.model.AudioContent;
import dev.tenon.model.ImageContent;
import dev.tenon.model.Revision;
import dev.tenon.model.TextContent;

/** Text, pictures and sound: the content that prompts, tools and models share. */
final class PlainContentCodec {
    private final boolean audio;
    private final AnnotationsCodec annotations;
    private final MetaCodec meta;

    PlainContentCodec(Revision revision, AnnotationsCodec annotations, MetaCodec meta) {
        this.audio = revision.hasAudio();
        this.annotations = annotations;
        this.meta = meta;
    }

    void text(JsonWriter out, TextContent it) {
        out.field("type", "text").field("text", it.text());
        annotations.field(out, it.annotations());
        meta.ofElement(out, it.meta());
    }

    void image(JsonWriter out, ImageContent it) {
        out.field("type", "image").field("data", it.data()).field("mimeType", it.mimeType());
        annotations.field(out, it.annotations());
        meta.ofElement(out, it.meta());
    }

    void audio(JsonWriter out, AudioContent it) {
        if (audio) {
            out.field("type", "audio").field("data", it.data()).field("mimeType", it.mimeType());
        } else {
            out.field("type", "text").field("text", NotCarried.audio(it));
        }
        annotations.field(out, it.annotations());
        meta.ofElement(out, it.meta());
    }

    TextContent readText(Fields in) {
        return new TextContent(in.text("text"), in.oneOrNull("annotations", annotations::read), in.meta());
    }

    ImageContent readImage(Fields in) {
        return new ImageContent(
                in.text("data"), in.text("mimeType"), in.oneOrNull("annotations", annotations::read), in.meta());
    }

    AudioContent readAudio(Fields in) {
        return new AudioContent(
                in.text("data"), in.text("mimeType"), in.oneOrNull("annotations", annotations::read), in.meta());
    }
}
