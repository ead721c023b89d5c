package dev.tenon.model;

import dev.tenon.model.internal.Preconditions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The self-description of a client or server. It is for display and logs only; do not base decisions on it.
 *
 * @param name the programmatic name
 * @param version the version
 * @param title the display name, or null (from 2025-06-18 on)
 * @param description a description, or null (from 2025-11-25 on)
 * @param websiteUrl an absolute URL with further information, or null (from 2025-11-25 on)
 * @param icons icons (from 2025-11-25 on)
 */
public record Implementation(
        String name,
        String version,
        @Nullable String title,
        @Nullable String description,
        @Nullable String websiteUrl,
        List<Icon> icons) {
    public Implementation {
        icons = List.copyOf(icons);
        if (websiteUrl != null) {
            Preconditions.requireAbsolute("websiteUrl", websiteUrl);
        }
    }

    /** Creates a description with a name and a version. */
    public static Implementation of(String name, String version) {
        return new Implementation(name, version, null, null, null, List.of());
    }

    /** Returns a copy with a display name. */
    public Implementation withTitle(@Nullable String changed) {
        return new Implementation(name, version, changed, description, websiteUrl, icons);
    }

    /** Returns a copy with a description. */
    public Implementation withDescription(@Nullable String changed) {
        return new Implementation(name, version, title, changed, websiteUrl, icons);
    }

    /** Returns a copy with the URL of a web site. */
    public Implementation withWebsiteUrl(@Nullable String changed) {
        return new Implementation(name, version, title, description, changed, icons);
    }

    /** Returns a copy with icons. */
    public Implementation withIcons(List<Icon> changed) {
        return new Implementation(name, version, title, description, websiteUrl, changed);
    }
}
