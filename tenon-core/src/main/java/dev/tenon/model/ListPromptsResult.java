package dev.tenon.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the list of prompts.
 *
 * @param prompts the prompts of this page
 * @param nextCursor where the next page begins, or null when this is the last
 * @param caching how the page may be cached
 * @param meta {@code _meta}
 */
public record ListPromptsResult(
        List<Prompt> prompts, @Nullable String nextCursor, Caching caching, Meta meta) implements CacheableResult {

    public ListPromptsResult {
        prompts = List.copyOf(prompts);
    }

    /** A list of one page, not to be cached. */
    public static ListPromptsResult of(List<Prompt> prompts) {
        return new ListPromptsResult(prompts, null, Caching.NONE, Meta.EMPTY);
    }

    /** With another page after this one. */
    public ListPromptsResult withNextCursor(@Nullable String changed) {
        return new ListPromptsResult(prompts, changed, caching, meta);
    }

    @Override
    public ListPromptsResult withCaching(Caching changed) {
        return new ListPromptsResult(prompts, nextCursor, changed, meta);
    }

    @Override
    public ListPromptsResult withMeta(Meta changed) {
        return new ListPromptsResult(prompts, nextCursor, caching, changed);
    }
}
