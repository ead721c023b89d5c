package dev.tenon.model;

import org.jspecify.annotations.Nullable;

/**
 * Text content.
 *
 * @param text the text
 * @param annotations audience and priority, or null
 * @param meta {@code _meta} (from 2025-06-18 on)
 */
public record TextContent(String text, @Nullable Annotations annotations, Meta meta)
        implements Content, SamplingContent {
    /** Returns a copy with annotations. */
    public TextContent withAnnotations(@Nullable Annotations changed) {
        return new TextContent(text, changed, meta);
    }

    /** Returns a copy with {@code _meta}. */
    public TextContent withMeta(Meta changed) {
        return new TextContent(text, annotations, changed);
    }
}
