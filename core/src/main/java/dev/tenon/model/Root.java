package dev.tenon.model;

import dev.tenon.model.internal.Preconditions;
import org.jspecify.annotations.Nullable;

/**
 * A directory or file in which a server may work (client features, roots).
 *
 * @param uri a {@code file:} URI
 * @param name the display name, or null
 * @param meta {@code _meta} (from 2025-06-18 on)
 */
public record Root(String uri, @Nullable String name, Meta meta) {
    public Root {
        boolean file = Preconditions.hasScheme(Preconditions.requireAbsolute("uri", uri), "file");
        Preconditions.require(file, "The URI of a root must begin with file://");
    }

    /** Creates a root without a name. */
    public static Root of(String uri) {
        return new Root(uri, null, Meta.EMPTY);
    }

    /** Returns a copy with a name. */
    public Root withName(@Nullable String changed) {
        return new Root(uri, changed, meta);
    }

    /** Returns a copy with {@code _meta}. */
    public Root withMeta(Meta changed) {
        return new Root(uri, name, changed);
    }
}
