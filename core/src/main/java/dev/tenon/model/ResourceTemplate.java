package dev.tenon.model;

import dev.tenon.model.internal.Preconditions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A template of the URIs of resources that a client can read (server features, resources).
 *
 * @param uriTemplate the URI template (RFC 6570)
 * @param name the programmatic name
 * @param title the display name, or null (from 2025-06-18 on)
 * @param description a description for users and models, or null
 * @param mimeType the MIME type of all matching resources, or null
 * @param annotations audience and priority, or null
 * @param icons icons (from 2025-11-25 on)
 * @param meta {@code _meta} (from 2025-06-18 on)
 */
public record ResourceTemplate(
        String uriTemplate,
        String name,
        @Nullable String title,
        @Nullable String description,
        @Nullable String mimeType,
        @Nullable Annotations annotations,
        List<Icon> icons,
        Meta meta) {
    public ResourceTemplate {
        Preconditions.requireNotBlank("uriTemplate", uriTemplate);
        Preconditions.requireMimeType(mimeType);
        icons = List.copyOf(icons);
    }
}
