package dev.tenon.model;

import dev.tenon.model.internal.Base64Codec;
import dev.tenon.model.internal.Preconditions;
import dev.tenon.model.internal.UriValidator;
import org.jspecify.annotations.Nullable;

/**
 * A resource that holds bytes.
 *
 * @param uri where it is
 * @param mimeType its MIME type, or null
 * @param blob the bytes in base64
 * @param meta {@code _meta} (from 2025-06-18 on)
 */
public record BlobResourceContents(String uri, @Nullable String mimeType, String blob, Meta meta)
        implements ResourceContents {
    public BlobResourceContents {
        UriValidator.requireAbsolute("uri", uri);
        Preconditions.requireMimeType(mimeType);
        Base64Codec.requireBase64("blob", blob);
    }

    @Override
    public BlobResourceContents withMeta(Meta changed) {
        return new BlobResourceContents(uri, mimeType, blob, changed);
    }

    /** The bytes, decoded anew at each call. */
    public byte[] bytes() {
        return Base64Codec.decode(blob);
    }
}
