package dev.tenon.wire;

import dev.tenon.json.JsonWriter;
import dev.tenon.model.ResourceTemplate;
import dev.tenon.model.Revision;

/** A pattern of URIs in a list. */
final class ResourceTemplateCodec implements Codec<ResourceTemplate> {
    private final boolean titles;
    private final AnnotationsCodec annotations;
    private final IconCodec icons;
    private final MetaCodec meta;

    ResourceTemplateCodec(Revision revision, AnnotationsCodec annotations, IconCodec icons, MetaCodec meta) {
        this.titles = revision.hasTitles();
        this.annotations = annotations;
        this.icons = icons;
        this.meta = meta;
    }

    @Override
    public void members(JsonWriter out, ResourceTemplate it) {
        out.field("uriTemplate", it.uriTemplate()).field("name", it.name());
        if (titles) {
            out.field("title", it.title());
        }
        out.field("description", it.description()).field("mimeType", it.mimeType());
        annotations.field(out, it.annotations());
        icons.list(out, it.icons());
        meta.ofElement(out, it.meta());
    }

    @Override
    public ResourceTemplate read(Fields in) {
        return new ResourceTemplate(
                in.text("uriTemplate"),
                in.text("name"),
                in.textOrNull("title"),
                in.textOrNull("description"),
                in.textOrNull("mimeType"),
                in.oneOrNull("annotations", annotations::read),
                icons.list(in),
                in.meta());
    }
}
