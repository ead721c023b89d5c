package dev.tenon.model;

import java.util.List;

/**
 * What was read (server features, resources). A resource that is not there is an error, never an empty list.
 *
 * @param contents one or more parts, each with its own URI
 * @param caching how the result may be cached
 * @param meta {@code _meta}
 */
public record ReadResourceResult(List<ResourceContents> contents, Caching caching, Meta meta)
        implements CacheableResult {

    public ReadResourceResult {
        contents = List.copyOf(contents);
    }

    /** Not to be cached. */
    public static ReadResourceResult of(ResourceContents... contents) {
        return new ReadResourceResult(List.of(contents), Caching.NONE, Meta.EMPTY);
    }

    /** With a hint for caches. */
    public ReadResourceResult withCaching(Caching changed) {
        return new ReadResourceResult(contents, changed, meta);
    }

    /** With {@code _meta}. */
    public ReadResourceResult withMeta(Meta changed) {
        return new ReadResourceResult(contents, caching, changed);
    }
}
