package dev.tenon.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the list of resources.
 *
 * @param resources the resources of this page
 * @param nextCursor where the next page begins, or null when this is the last
 * @param caching how the page may be cached
 * @param meta {@code _meta}
 */
public record ListResourcesResult(
        List<Resource> resources, @Nullable String nextCursor, Caching caching, Meta meta) implements CacheableResult {

    public ListResourcesResult {
        resources = List.copyOf(resources);
    }

    /** A list of one page, not to be cached. */
    public static ListResourcesResult of(List<Resource> resources) {
        return new ListResourcesResult(resources, null, Caching.NONE, Meta.EMPTY);
    }

    /** With another page after this one. */
    public ListResourcesResult withNextCursor(@Nullable String changed) {
        return new ListResourcesResult(resources, changed, caching, meta);
    }

    @Override
    public ListResourcesResult withCaching(Caching changed) {
        return new ListResourcesResult(resources, nextCursor, changed, meta);
    }

    @Override
    public ListResourcesResult withMeta(Meta changed) {
        return new ListResourcesResult(resources, nextCursor, caching, changed);
    }
}
