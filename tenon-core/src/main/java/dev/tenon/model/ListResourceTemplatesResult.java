package dev.tenon.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the list of templates of resources.
 *
 * @param resourceTemplates the templates of resources of this page
 * @param nextCursor where the next page begins, or null when this is the last
 * @param caching how the page may be cached
 * @param meta {@code _meta}
 */
public record ListResourceTemplatesResult(
        List<ResourceTemplate> resourceTemplates, @Nullable String nextCursor, Caching caching, Meta meta)
        implements CacheableResult {

    public ListResourceTemplatesResult {
        resourceTemplates = List.copyOf(resourceTemplates);
    }

    /** A list of one page, not to be cached. */
    public static ListResourceTemplatesResult of(List<ResourceTemplate> resourceTemplates) {
        return new ListResourceTemplatesResult(resourceTemplates, null, Caching.NONE, Meta.EMPTY);
    }

    /** With another page after this one. */
    public ListResourceTemplatesResult withNextCursor(@Nullable String changed) {
        return new ListResourceTemplatesResult(resourceTemplates, changed, caching, meta);
    }

    @Override
    public ListResourceTemplatesResult withCaching(Caching changed) {
        return new ListResourceTemplatesResult(resourceTemplates, nextCursor, changed, meta);
    }

    @Override
    public ListResourceTemplatesResult withMeta(Meta changed) {
        return new ListResourceTemplatesResult(resourceTemplates, nextCursor, caching, changed);
    }
}
