package dev.tenon.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the list of tools.
 *
 * @param tools the tools of this page
 * @param nextCursor where the next page begins, or null when this is the last
 * @param caching how the page may be cached
 * @param meta {@code _meta}
 */
public record ListToolsResult(List<Tool> tools, @Nullable String nextCursor, Caching caching, Meta meta)
        implements CacheableResult {

    public ListToolsResult {
        tools = List.copyOf(tools);
    }

    /** A list of one page, not to be cached. */
    public static ListToolsResult of(List<Tool> tools) {
        return new ListToolsResult(tools, null, Caching.NONE, Meta.EMPTY);
    }

    /** With another page after this one. */
    public ListToolsResult withNextCursor(@Nullable String changed) {
        return new ListToolsResult(tools, changed, caching, meta);
    }

    @Override
    public ListToolsResult withCaching(Caching changed) {
        return new ListToolsResult(tools, nextCursor, changed, meta);
    }

    @Override
    public ListToolsResult withMeta(Meta changed) {
        return new ListToolsResult(tools, nextCursor, caching, changed);
    }
}
