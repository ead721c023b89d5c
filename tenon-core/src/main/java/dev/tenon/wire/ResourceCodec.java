package dev.tenon.wire;

import dev.tenon.json.JsonWriter;
import dev.tenon.model.Resource;
import dev.tenon.model.Revision;

/** A resource in a list, or one that content links to. */
final class ResourceCodec implements Codec<Resource> {
    private final boolean titles;
    private final AnnotationsCodec annotations;
    private final IconCodec icons;
    private final MetaCodec meta;

    ResourceCodec(Revision revision, AnnotationsCodec annotations, IconCodec icons, MetaCodec meta) {
        this.titles = revision.hasTitles();
        this.annotations = annotations;
        this.icons = icons;
        this.meta = meta;
    }

    @Override
    public void members(JsonWriter out, Resource it) {
        out.field("uri", it.uri()).field("name", it.name());
        if (titles) {
            out.field("title", it.title());
        }
        out.field("description", it.description()).field("mimeType", it.mimeType());
        out.field("size", it.size());
        annotations.field(out, it.annotations());
        icons.list(out, it.icons());
        meta.ofElement(out, it.meta());
    }

    @Override
    public Resource read(Fields in) {
        return new Resource(
                in.text("uri"),
                in.text("name"),
                in.textOrNull("title"),
                in.textOrNull("description"),
                in.textOrNull("mimeType"),
                in.wholeOrNull("size"),
                in.oneOrNull("annotations", annotations::read),
                icons.list(in),
                in.meta());
    }
}
