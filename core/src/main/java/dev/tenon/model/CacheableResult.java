package dev.tenon.model;

/** A result with caching information: lists, resource contents and discovery (2026-07-28, caching). */
public interface CacheableResult extends Result {
    /** Returns how the result may be cached. */
    Caching caching();
}
