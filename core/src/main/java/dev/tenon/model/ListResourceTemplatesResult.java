package dev.tenon.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the list of resource templates.
 *
 * @param resourceTemplates the resource templates of this page
 * @param nextCursor the position of the next page, or null if this is the last one
 * @param caching how the page may be cached
 * @param meta {@code _meta}
 */
public record ListResourceTemplatesResult(
        List<ResourceTemplate> resourceTemplates, @Nullable String nextCursor, Caching caching, Meta meta)
        implements CacheableResult {

    public ListResourceTemplatesResult {
        resourceTemplates = List.copyOf(resourceTemplates);
    }
}
