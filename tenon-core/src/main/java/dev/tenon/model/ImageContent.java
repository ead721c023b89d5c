package dev.tenon.model;

import dev.tenon.model.internal.Base64Codec;
import dev.tenon.model.internal.Preconditions;
import org.jspecify.annotations.Nullable;

/**
 * A picture.
 *
 * @param data the bytes in base64
 * @param mimeType the MIME type
 * @param annotations for whom it is and how much it matters, or null
 * @param meta {@code _meta} (from 2025-06-18 on)
 */
public record ImageContent(
        String data, String mimeType, @Nullable Annotations annotations, Meta meta)
        implements Content, SamplingContent {
    public ImageContent {
        Base64Codec.requireBase64("data", data);
        Preconditions.requireMimeType(mimeType);
    }

    /** With annotations. */
    public ImageContent withAnnotations(@Nullable Annotations changed) {
        return new ImageContent(data, mimeType, changed, meta);
    }

    /** With {@code _meta}. */
    public ImageContent withMeta(Meta changed) {
        return new ImageContent(data, mimeType, annotations, changed);
    }

    /** The bytes, decoded anew at each call. */
    public byte[] bytes() {
        return Base64Codec.decode(data);
    }
}
