package dev.tenon.model;

import dev.tenon.model.internal.Preconditions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A pattern of URIs that a client can read (server features, resources).
 *
 * @param uriTemplate the pattern, a URI template (RFC 6570)
 * @param name its name for programs
 * @param title a name for people, or null (from 2025-06-18 on)
 * @param description what it is, for people and models, or null
 * @param mimeType the MIME type of all that match, or null
 * @param annotations for whom it is and how much it matters, or null
 * @param icons pictures to show (from 2025-11-25 on)
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
