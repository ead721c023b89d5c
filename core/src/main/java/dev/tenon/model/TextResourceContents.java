package dev.tenon.model;

import dev.tenon.model.internal.Preconditions;
import org.jspecify.annotations.Nullable;

/**
 * The text contents of a resource.
 *
 * @param uri its URI
 * @param mimeType its MIME type, or null
 * @param text the text
 * @param meta {@code _meta} (from 2025-06-18 on)
 */
public record TextResourceContents(String uri, @Nullable String mimeType, String text, Meta meta)
        implements ResourceContents {
    public TextResourceContents {
        Preconditions.requireAbsolute("uri", uri);
        Preconditions.requireMimeType(mimeType);
    }

    @Override
    public TextResourceContents withMeta(Meta changed) {
        return new TextResourceContents(uri, mimeType, text, changed);
    }
}
