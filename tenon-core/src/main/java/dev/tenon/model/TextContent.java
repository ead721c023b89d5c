package dev.tenon.model;

import org.jspecify.annotations.Nullable;

/**
 * A text.
 *
 * @param text the text
 * @param annotations for whom it is and how much it matters, or null
 * @param meta {@code _meta} (from 2025-06-18 on)
 */
public record TextContent(String text, @Nullable Annotations annotations, Meta meta)
        implements Content, SamplingContent {
    /** With annotations. */
    public TextContent withAnnotations(@Nullable Annotations changed) {
        return new TextContent(text, changed, meta);
    }

    /** With {@code _meta}. */
    public TextContent withMeta(Meta changed) {
        return new TextContent(text, annotations, changed);
    }
}
