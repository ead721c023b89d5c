package dev.tenon.model;

import java.time.Duration;

/**
 * How long a result may be cached, and who may share it (2026-07-28, caching). Older revisions do not have it.
 *
 * @param ttlMs how long the result stays fresh, in milliseconds; 0 for not at all
 * @param scope who may share it
 */
public record Caching(long ttlMs, CacheScope scope) {
    /** The default: the result must not be cached. */
    public static final Caching NONE = new Caching(0, CacheScope.PRIVATE);

    public Caching {
        if (ttlMs < 0) {
            throw new IllegalArgumentException("ttlMs must be 0 or more, not " + ttlMs);
        }
    }

    /** Returns a copy with the scope {@link CacheScope#PRIVATE}. */
    public Caching toPrivate() {
        return new Caching(ttlMs, CacheScope.PRIVATE);
    }

    /** Lets callers with the same authorization share the result for the given time. */
    public static Caching ofPrivate(Duration ttl) {
        return new Caching(ttl.toMillis(), CacheScope.PRIVATE);
    }

    /** Lets all callers share the result for the given time; use it only if all callers get the same result. */
    public static Caching ofPublic(Duration ttl) {
        return new Caching(ttl.toMillis(), CacheScope.PUBLIC);
    }
}
