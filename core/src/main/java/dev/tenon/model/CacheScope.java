package dev.tenon.model;

/** Who may share a cached result (2026-07-28, caching). */
public enum CacheScope {
    /** All callers; a shared proxy may cache the result. */
    PUBLIC,
    /** Only callers with the same authorization. */
    PRIVATE;

    /** Returns the name in messages. */
    public String wireName() {
        return this == PUBLIC ? "public" : "private";
    }
}
