package dev.tenon.model;

import dev.tenon.model.internal.Base64Codec;

/**
 * What tools and prompts say: text, pictures, sound, resources. A kind that a revision lacks is carried there as a text
 * that says what it was.
 */
public sealed interface Content permits TextContent, ImageContent, AudioContent, ResourceLink, EmbeddedResource {
    /** {@code _meta} (from 2025-06-18 on). */
    Meta meta();

    /** A text. */
    static TextContent text(String text) {
        return new TextContent(text, null, Meta.EMPTY);
    }

    /** A picture. */
    static ImageContent image(byte[] data, String mimeType) {
        return new ImageContent(Base64Codec.encode(data), mimeType, null, Meta.EMPTY);
    }

    /** Sound (from 2025-03-26 on). */
    static AudioContent audio(byte[] data, String mimeType) {
        return new AudioContent(Base64Codec.encode(data), mimeType, null, Meta.EMPTY);
    }

    /** A resource itself. */
    static EmbeddedResource embedded(ResourceContents resource) {
        return new EmbeddedResource(resource, null, Meta.EMPTY);
    }

    /** A link to a resource that the client can read (from 2025-06-18 on). */
    static ResourceLink link(Resource resource) {
        return new ResourceLink(resource);
    }
}
