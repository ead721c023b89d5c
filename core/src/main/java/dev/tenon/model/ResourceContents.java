package dev.tenon.model;

import dev.tenon.model.internal.Base64Codec;
import org.jspecify.annotations.Nullable;

/** The contents of a resource: a text or bytes (server features, resources). */
public sealed interface ResourceContents permits TextResourceContents, BlobResourceContents {
    /** Returns the URI of the resource. */
    String uri();

    /** Returns the MIME type, or null. */
    @Nullable String mimeType();

    /** Returns {@code _meta} (from 2025-06-18 on). */
    Meta meta();

    /** Returns a copy with {@code _meta}. */
    ResourceContents withMeta(Meta meta);

    /** Creates text contents. */
    static TextResourceContents text(String uri, String mimeType, String text) {
        return new TextResourceContents(uri, mimeType, text, Meta.EMPTY);
    }

    /** Creates binary contents; the bytes are encoded in base64. */
    static BlobResourceContents blob(String uri, String mimeType, byte[] bytes) {
        return new BlobResourceContents(uri, mimeType, Base64Codec.encode(bytes), Meta.EMPTY);
    }
}
