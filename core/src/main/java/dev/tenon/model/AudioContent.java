package dev.tenon.model;

import dev.tenon.model.internal.Base64Codec;
import dev.tenon.model.internal.Preconditions;
import org.jspecify.annotations.Nullable;

/**
 * Audio content (from 2025-03-26 on).
 *
 * @param data the bytes in base64
 * @param mimeType the MIME type
 * @param annotations audience and priority, or null
 * @param meta {@code _meta} (from 2025-06-18 on)
 */
public record AudioContent(
        String data, String mimeType, @Nullable Annotations annotations, Meta meta)
        implements Content, SamplingContent {
    public AudioContent {
        Base64Codec.requireBase64("data", data);
        Preconditions.requireMimeType(mimeType);
    }

    /** Returns a copy with annotations. */
    public AudioContent withAnnotations(@Nullable Annotations changed) {
        return new AudioContent(data, mimeType, changed, meta);
    }

    /** Returns a copy with {@code _meta}. */
    public AudioContent withMeta(Meta changed) {
        return new AudioContent(data, mimeType, annotations, changed);
    }

    /** Decodes the bytes; each call returns a new array. */
    public byte[] bytes() {
        return Base64Codec.decode(data);
    }
}
