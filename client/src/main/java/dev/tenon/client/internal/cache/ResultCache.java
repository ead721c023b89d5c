package dev.tenon.client.internal.cache;

import dev.tenon.internal.concurrent.BoundedCache;
import dev.tenon.json.Json;
import dev.tenon.model.CacheableResult;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Caches fresh results of one client, and so of one authorization (2026-07-28, caching). The number and the total size
 * of the results are limited; the least recently used one is evicted first.
 */
public final class ResultCache {
    private static final Map<NotificationType<?>, List<Method<?, ?>>> METHODS_BY_NOTIFICATION = Map.of(
            Notifications.TOOLS_CHANGED, List.of(Methods.LIST_TOOLS),
            Notifications.PROMPTS_CHANGED, List.of(Methods.LIST_PROMPTS),
            Notifications.RESOURCES_CHANGED, List.of(Methods.LIST_RESOURCES, Methods.LIST_RESOURCE_TEMPLATES));

    private final LongSupplier nanoClock;
    private final BoundedCache<CacheKey, CachedResult> results;

    public ResultCache(int maxResults, long maxBytes) {
        this(maxResults, maxBytes, System::nanoTime);
    }

    ResultCache(int maxResults, long maxBytes, LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.results = BoundedCache.<CacheKey, CachedResult>builder(maxResults)
                .maxWeight(maxBytes, CachedResult::size)
                .expireWhen(result -> nanoClock.getAsLong() - result.expiresAtNanos() > 0)
                .build();
    }

    /** Returns a fresh result of the same method with the same subject (a cursor or a URI), or null. */
    @Nullable public CacheableResult get(Method<?, ?> method, String subject) {
        CachedResult found = results.get(new CacheKey(method, subject));
        return found == null ? null : found.result();
    }

    /** Caches a result for its {@code ttlMs}, at most one day. */
    public void put(Method<?, ?> method, String subject, CacheableResult result, Json source) {
        long ttl = TimeUnit.MILLISECONDS.toNanos(Math.min(result.caching().ttlMs(), TimeUnit.DAYS.toMillis(1)));
        if (ttl > 0) {
            CachedResult cached = new CachedResult(result, source.sizeInBytes(), nanoClock.getAsLong() + ttl);
            results.put(new CacheKey(method, subject), cached);
        }
    }

    /** Removes the lists whose change a notification of this type announces. */
    public void invalidateLists(NotificationType<?> type) {
        List<Method<?, ?>> lists = METHODS_BY_NOTIFICATION.getOrDefault(type, List.of());
        results.removeIf((key, result) -> lists.contains(key.method));
    }

    public void invalidateResource(String uri) {
        results.removeIf((key, result) -> key.method.equals(Methods.READ_RESOURCE) && key.subject.equals(uri));
    }

    public void clear() {
        results.removeIf((key, result) -> true);
    }

    public int size() {
        return results.size();
    }

    private record CacheKey(Method<?, ?> method, String subject) {}

    private record CachedResult(CacheableResult result, int size, long expiresAtNanos) {}
}
