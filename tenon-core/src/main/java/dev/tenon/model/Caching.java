package dev.tenon.model;

import java.time.Duration;

/**
 * How long, and between whom, a result may be cached (2026-07-28, caching). Older revisions do not carry it.
 *
 * @param ttlMs how long the result stays fresh, in milliseconds; 0 for not at all
 * @param scope who may share it
 */
public record Caching(long ttlMs, CacheScope scope) {
    /** Not to be cached: the careful default. */
    public static final Caching NONE = new Caching(0, CacheScope.PRIVATE);

    public Caching {
        if (ttlMs < 0) {
            throw new IllegalArgumentException("ttlMs must be 0 or more, not " + ttlMs);
        }
    }

    /** The same, but for callers with the same authorization only. */
    public Caching asPrivate() {
        return new Caching(ttlMs, CacheScope.PRIVATE);
    }

    /** Fresh for that long, for callers with the same authorization. */
    public static Caching ofPrivate(Duration ttl) {
        return new Caching(ttl.toMillis(), CacheScope.PRIVATE);
    }

    /** Fresh for that long, for everybody: only for what is the same for every caller. */
    public static Caching ofPublic(Duration ttl) {
        return new Caching(ttl.toMillis(), CacheScope.PUBLIC);
    }
}
