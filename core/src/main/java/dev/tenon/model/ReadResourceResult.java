package dev.tenon.model;

import java.util.List;

/**
 * The contents of a resource (server features, resources). A missing resource is an error, never an empty list.
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

    /** Creates a result that must not be cached. */
    public static ReadResourceResult of(ResourceContents... contents) {
        return new ReadResourceResult(List.of(contents), Caching.NONE, Meta.EMPTY);
    }

    /** Returns a copy with caching information. */
    public ReadResourceResult withCaching(Caching changed) {
        return new ReadResourceResult(contents, changed, meta);
    }

    /** Returns a copy with {@code _meta}. */
    public ReadResourceResult withMeta(Meta changed) {
        return new ReadResourceResult(contents, caching, changed);
    }
}
