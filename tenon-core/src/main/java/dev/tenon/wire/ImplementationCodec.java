package dev.tenon.wire;

import dev.tenon.json.JsonWriter;
import dev.tenon.model.Implementation;
import dev.tenon.model.Revision;
import org.jspecify.annotations.Nullable;

/** What a client or server says it is. */
final class ImplementationCodec implements Codec<Implementation> {
    private final Revision revision;
    private final IconCodec icons;

    ImplementationCodec(Revision revision, IconCodec icons) {
        this.revision = revision;
        this.icons = icons;
    }

    @Override
    public void members(JsonWriter out, Implementation it) {
        out.field("name", it.name());
        if (revision.hasTitles()) {
            out.field("title", it.title());
        }
        out.field("version", it.version());
        if (revision.hasIcons()) {
            out.field("description", it.description()).field("websiteUrl", it.websiteUrl());
            icons.list(out, it.icons());
        }
    }

    @Override
    public Implementation read(Fields in) {
        Implementation it = new Implementation(
                in.text("name"),
                in.text("version"),
                in.textOrNull("title"),
                in.textOrNull("description"),
                null,
                icons.list(in));
        return withWebsite(it, in.textOrNull("websiteUrl"));
    }

    /** An address that is none is passed over: it is for show only, and no reason to refuse a peer. */
    private static Implementation withWebsite(Implementation it, @Nullable String url) {
        try {
            return it.withWebsiteUrl(url);
        } catch (IllegalArgumentException e) {
            return it;
        }
    }
}
