package dev.tenon.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The revisions and features of a server (2026-07-28, discovery). The server describes itself in {@code _meta}.
 *
 * @param supportedVersions the names of its revisions, the preferred one first
 * @param capabilities the capabilities of the server
 * @param instructions instructions for models that use the server, or null
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

    /** Creates a result without instructions that must not be cached. */
    public static DiscoverResult of(List<Revision> revisions, ServerCapabilities capabilities) {
        List<String> names = revisions.stream().map(Revision::wireName).toList();
        return new DiscoverResult(names, capabilities, null, Caching.NONE, Meta.EMPTY);
    }

    /** Returns a copy with instructions for a model. */
    public DiscoverResult withInstructions(@Nullable String changed) {
        return new DiscoverResult(supportedVersions, capabilities, changed, caching, meta);
    }

    /** Returns a copy with caching information. */
    public DiscoverResult withCaching(Caching changed) {
        return new DiscoverResult(supportedVersions, capabilities, instructions, changed, meta);
    }
}
