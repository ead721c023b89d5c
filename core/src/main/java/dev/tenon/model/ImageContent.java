package dev.tenon.model;

import dev.tenon.model.internal.Base64Codec;
import dev.tenon.model.internal.Preconditions;
import org.jspecify.annotations.Nullable;

/**
 * Image content.
 *
 * @param data the bytes in base64
 * @param mimeType the MIME type
 * @param annotations audience and priority, or null
 * @param meta {@code _meta} (from 2025-06-18 on)
 */
public record ImageContent(
        String data, String mimeType, @Nullable Annotations annotations, Meta meta)
        implements Content, SamplingContent {
    public ImageContent {
        Base64Codec.requireBase64("data", data);
        Preconditions.requireMimeType(mimeType);
    }

    /** Returns a copy with annotations. */
    public ImageContent withAnnotations(@Nullable Annotations changed) {
        return new ImageContent(data, mimeType, changed, meta);
    }

    /** Returns a copy with {@code _meta}. */
    public ImageContent withMeta(Meta changed) {
        return new ImageContent(data, mimeType, annotations, changed);
    }

    /** Decodes the bytes; each call returns a new array. */
    public byte[] bytes() {
        return Base64Codec.decode(data);
    }
}
