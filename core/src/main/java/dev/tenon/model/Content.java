package dev.tenon.model;

import dev.tenon.model.internal.Base64Codec;

/**
 * Content of tool results and prompts: text, images, audio and resources. Content types that a revision does not have
 * are written as a descriptive text.
 */
public sealed interface Content permits TextContent, ImageContent, AudioContent, ResourceLink, EmbeddedResource {
    /** Returns {@code _meta} (from 2025-06-18 on). */
    Meta meta();

    /** Creates text content. */
    static TextContent text(String text) {
        return new TextContent(text, null, Meta.EMPTY);
    }

    /** Creates image content; the bytes are encoded in base64. */
    static ImageContent image(byte[] data, String mimeType) {
        return new ImageContent(Base64Codec.encode(data), mimeType, null, Meta.EMPTY);
    }

    /** Creates audio content; the bytes are encoded in base64 (from 2025-03-26 on). */
    static AudioContent audio(byte[] data, String mimeType) {
        return new AudioContent(Base64Codec.encode(data), mimeType, null, Meta.EMPTY);
    }

    /** Creates content that contains a resource. */
    static EmbeddedResource embedded(ResourceContents resource) {
        return new EmbeddedResource(resource, null, Meta.EMPTY);
    }

    /** Creates a link to a resource that the client can read (from 2025-06-18 on). */
    static ResourceLink link(Resource resource) {
        return new ResourceLink(resource);
    }
}
