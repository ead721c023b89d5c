package dev.tenon.model;

/** Who may share a cached result (2026-07-28, caching). */
public enum CacheScope {
    /** Anybody; also a proxy, between different callers. */
    PUBLIC,
    /** Only callers with the same authorization. */
    PRIVATE;

    /** The name in messages. */
    public String wireName() {
        return this == PUBLIC ? "public" : "private";
    }
}
