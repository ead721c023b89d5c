package dev.tenon.model;

/** A result that says how it may be cached: lists, what was read, and what was discovered (2026-07-28, caching). */
public interface CacheableResult extends Result {
    /** How the result may be cached. */
    Caching caching();
}
