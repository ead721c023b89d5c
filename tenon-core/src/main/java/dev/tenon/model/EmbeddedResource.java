package dev.tenon.model;

import org.jspecify.annotations.Nullable;

/**
 * A resource itself, as content.
 *
 * @param resource what the resource holds
 * @param annotations for whom it is and how much it matters, or null
 * @param meta {@code _meta} (from 2025-06-18 on)
 */
public record EmbeddedResource(
        ResourceContents resource, @Nullable Annotations annotations, Meta meta) implements Content {
    /** With annotations. */
    public EmbeddedResource withAnnotations(@Nullable Annotations changed) {
        return new EmbeddedResource(resource, changed, meta);
    }

    /** With {@code _meta}. */
    public EmbeddedResource withMeta(Meta changed) {
        return new EmbeddedResource(resource, annotations, changed);
    }
}
