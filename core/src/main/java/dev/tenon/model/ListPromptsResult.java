package dev.tenon.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the list of prompts.
 *
 * @param prompts the prompts of this page
 * @param nextCursor the position of the next page, or null if this is the last one
 * @param caching how the page may be cached
 * @param meta {@code _meta}
 */
public record ListPromptsResult(
        List<Prompt> prompts, @Nullable String nextCursor, Caching caching, Meta meta) implements CacheableResult {

    public ListPromptsResult {
        prompts = List.copyOf(prompts);
    }
}
