package dev.tenon.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the list of tools.
 *
 * @param tools the tools of this page
 * @param nextCursor the position of the next page, or null if this is the last one
 * @param caching how the page may be cached
 * @param meta {@code _meta}
 */
public record ListToolsResult(List<Tool> tools, @Nullable String nextCursor, Caching caching, Meta meta)
        implements CacheableResult {

    public ListToolsResult {
        tools = List.copyOf(tools);
    }
}
