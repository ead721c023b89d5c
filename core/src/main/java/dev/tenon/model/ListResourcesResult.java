package dev.tenon.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the list of resources.
 *
 * @param resources the resources of this page
 * @param nextCursor the position of the next page, or null if this is the last one
 * @param caching how the page may be cached
 * @param meta {@code _meta}
 */
public record ListResourcesResult(
        List<Resource> resources, @Nullable String nextCursor, Caching caching, Meta meta) implements CacheableResult {

    public ListResourcesResult {
        resources = List.copyOf(resources);
    }
}
