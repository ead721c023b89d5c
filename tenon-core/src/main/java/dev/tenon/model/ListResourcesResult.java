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
}
