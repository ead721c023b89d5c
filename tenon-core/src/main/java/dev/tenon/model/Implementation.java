package dev.tenon.model;

import dev.tenon.model.internal.UriValidator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a client or server says it is. For show only: nothing may be decided upon it.
 *
 * @param name its name for programs
 * @param version its version
 * @param title a name for people, or null (from 2025-06-18 on)
 * @param description what it is, or null (from 2025-11-25 on)
 * @param websiteUrl where to read about it, or null (from 2025-11-25 on)
 * @param icons pictures to show (from 2025-11-25 on)
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
            UriValidator.requireAbsolute("websiteUrl", websiteUrl);
        }
    }

    /** A name and a version. */
    public static Implementation of(String name, String version) {
        return new Implementation(name, version, null, null, null, List.of());
    }

    /** With a name for people. */
    public Implementation withTitle(@Nullable String changed) {
        return new Implementation(name, version, changed, description, websiteUrl, icons);
    }

    /** With a description. */
    public Implementation withDescription(@Nullable String changed) {
        return new Implementation(name, version, title, changed, websiteUrl, icons);
    }

    /** With a web site. */
    public Implementation withWebsiteUrl(@Nullable String changed) {
        return new Implementation(name, version, title, description, changed, icons);
    }

    /** With pictures to show. */
    public Implementation withIcons(List<Icon> changed) {
        return new Implementation(name, version, title, description, websiteUrl, changed);
    }
}
