package dev.tenon.model;

import dev.tenon.model.internal.Base64Codec;
import org.jspecify.annotations.Nullable;

/** What a resource holds: a text or bytes (server features, resources). */
public sealed interface ResourceContents permits TextResourceContents, BlobResourceContents {
    /** Where it is. */
    String uri();

    /** Its MIME type, or null. */
    @Nullable String mimeType();

    /** {@code _meta} (from 2025-06-18 on). */
    Meta meta();

    /** The same contents with {@code _meta}. */
    ResourceContents withMeta(Meta meta);

    /** A text. */
    static TextResourceContents text(String uri, String mimeType, String text) {
        return new TextResourceContents(uri, mimeType, text, Meta.EMPTY);
    }

    /** Bytes. */
    static BlobResourceContents blob(String uri, String mimeType, byte[] bytes) {
        return new BlobResourceContents(uri, mimeType, Base64Codec.encode(bytes), Meta.EMPTY);
    }
}
