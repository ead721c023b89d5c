package dev.tenon.wire;

import dev.tenon.json.JsonWriter;
import dev.tenon.model.CacheScope;
import dev.tenon.model.Caching;

/** How a result may be cached: two members of it, in 2026-07-28. Who says nothing wants nothing cached. */
final class CachingCodec {
    private CachingCodec() {}

    static void members(JsonWriter out, Caching it) {
        out.field("ttlMs", it.ttlMs()).field("cacheScope", it.scope().wireName());
    }

    static Caching read(Fields in) {
        Long ttlMs = in.wholeOrNull("ttlMs");
        CacheScope scope = in.choiceOrNull("cacheScope", CacheScope.values(), CacheScope::wireName);
        return ttlMs == null
                ? Caching.NONE
                : new Caching(Math.max(0, ttlMs), scope == null ? CacheScope.PRIVATE : scope);
    }
}
