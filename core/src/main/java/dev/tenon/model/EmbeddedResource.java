package dev.tenon.model;

import org.jspecify.annotations.Nullable;

/**
 * Content that contains a resource.
 *
 * @param resource the contents of the resource
 * @param annotations audience and priority, or null
 * @param meta {@code _meta} (from 2025-06-18 on)
 */
public record EmbeddedResource(
        ResourceContents resource, @Nullable Annotations annotations, Meta meta) implements Content {
    /** Returns a copy with annotations. */
    public EmbeddedResource withAnnotations(@Nullable Annotations changed) {
        return new EmbeddedResource(resource, changed, meta);
    }

    /** Returns a copy with {@code _meta}. */
    public EmbeddedResource withMeta(Meta changed) {
        return new EmbeddedResource(resource, annotations, changed);
    }
}
