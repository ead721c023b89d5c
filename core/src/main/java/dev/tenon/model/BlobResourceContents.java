package dev.tenon.model;

import dev.tenon.model.internal.Base64Codec;
import dev.tenon.model.internal.Preconditions;
import org.jspecify.annotations.Nullable;

/**
 * The binary contents of a resource.
 *
 * @param uri its URI
 * @param mimeType its MIME type, or null
 * @param blob the bytes in base64
 * @param meta {@code _meta} (from 2025-06-18 on)
 */
public record BlobResourceContents(String uri, @Nullable String mimeType, String blob, Meta meta)
        implements ResourceContents {
    public BlobResourceContents {
        Preconditions.requireAbsolute("uri", uri);
        Preconditions.requireMimeType(mimeType);
        Base64Codec.requireBase64("blob", blob);
    }

    @Override
    public BlobResourceContents withMeta(Meta changed) {
        return new BlobResourceContents(uri, mimeType, blob, changed);
    }

    /** Decodes the bytes; each call returns a new array. */
    public byte[] bytes() {
        return Base64Codec.decode(blob);
    }
}
