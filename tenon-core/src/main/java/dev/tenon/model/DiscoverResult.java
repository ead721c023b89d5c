package dev.tenon.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which revisions and features a server has (2026-07-28, discovery). What the server is stands in {@code _meta}.
 *
 * @param supportedVersions names of revisions, the preferred one first
 * @param capabilities what the server can
 * @param instructions what a model should know to use the server well, or null
 * @param caching how the result may be cached
 * @param meta {@code _meta}
 */
public record DiscoverResult(
        List<String> supportedVersions,
        ServerCapabilities capabilities,
        @Nullable String instructions,
        Caching caching,
        Meta meta)
        implements CacheableResult {

    public DiscoverResult {
        supportedVersions = List.copyOf(supportedVersions);
    }

    /** Without instructions, not to be cached. */
    public static DiscoverResult of(List<Revision> revisions, ServerCapabilities capabilities) {
        List<String> names = revisions.stream().map(Revision::wireName).toList();
        return new DiscoverResult(names, capabilities, null, Caching.NONE, Meta.EMPTY);
    }

    /** With instructions for a model. */
    public DiscoverResult withInstructions(@Nullable String changed) {
        return new DiscoverResult(supportedVersions, capabilities, changed, caching, meta);
    }

    /** With a hint for caches. */
    public DiscoverResult withCaching(Caching changed) {
        return new DiscoverResult(supportedVersions, capabilities, instructions, changed, meta);
    }
}
