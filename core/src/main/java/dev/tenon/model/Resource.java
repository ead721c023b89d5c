package dev.tenon.model;

import dev.tenon.model.internal.Preconditions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A resource that a client can read (server features, resources).
 *
 * @param uri its absolute URI
 * @param name the programmatic name
 * @param title the display name, or null (from 2025-06-18 on)
 * @param description a description for users and models, or null
 * @param mimeType its MIME type, or null
 * @param size its size in bytes, or null
 * @param annotations audience and priority, or null
 * @param icons icons (from 2025-11-25 on)
 * @param meta {@code _meta} (from 2025-06-18 on)
 */
public record Resource(
        String uri,
        String name,
        @Nullable String title,
        @Nullable String description,
        @Nullable String mimeType,
        @Nullable Long size,
        @Nullable Annotations annotations,
        List<Icon> icons,
        Meta meta) {
    public Resource {
        Preconditions.requireAbsolute("uri", uri);
        Preconditions.requireMimeType(mimeType);
        if (size != null && size < 0) {
            throw new IllegalArgumentException("size must be 0 or more, not " + size);
        }
        icons = List.copyOf(icons);
    }

    /** Creates a resource with a URI and a name. */
    public static Resource of(String uri, String name) {
        return new Resource(uri, name, null, null, null, null, null, List.of(), Meta.EMPTY);
    }

    /** Returns a copy with a display name. */
    public Resource withTitle(@Nullable String changed) {
        return new Resource(uri, name, changed, description, mimeType, size, annotations, icons, meta);
    }

    /** Returns a copy with a description. */
    public Resource withDescription(@Nullable String changed) {
        return new Resource(uri, name, title, changed, mimeType, size, annotations, icons, meta);
    }

    /** Returns a copy with a MIME type. */
    public Resource withMimeType(@Nullable String changed) {
        return new Resource(uri, name, title, description, changed, size, annotations, icons, meta);
    }

    /** Returns a copy with a size in bytes. */
    public Resource withSize(@Nullable Long changed) {
        return new Resource(uri, name, title, description, mimeType, changed, annotations, icons, meta);
    }

    /** Returns a copy with annotations. */
    public Resource withAnnotations(@Nullable Annotations changed) {
        return new Resource(uri, name, title, description, mimeType, size, changed, icons, meta);
    }

    /** Returns a copy with icons. */
    public Resource withIcons(List<Icon> changed) {
        return new Resource(uri, name, title, description, mimeType, size, annotations, changed, meta);
    }

    /** Returns a copy with {@code _meta}. */
    public Resource withMeta(Meta changed) {
        return new Resource(uri, name, title, description, mimeType, size, annotations, icons, changed);
    }
}
