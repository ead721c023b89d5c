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
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Results that are still fresh, for one client and so for one authorization (2026-07-28, caching). Bounded in number
 * and in bytes; what was used least lately goes first.
 */
public final class ResultCache {
    private static final Map<NotificationType<?>, List<Method<?, ?>>> METHODS_BY_NOTIFICATION = Map.of(
            Notifications.TOOLS_CHANGED, List.of(Methods.LIST_TOOLS),
            Notifications.PROMPTS_CHANGED, List.of(Methods.LIST_PROMPTS),
            Notifications.RESOURCES_CHANGED, List.of(Methods.LIST_RESOURCES, Methods.LIST_RESOURCE_TEMPLATES));

    private final BoundedCache<CacheKey, CachedResult> results;

    public ResultCache(int most, long mostBytes) {
        this.results = BoundedCache.<CacheKey, CachedResult>builder(most)
                .maxWeight(mostBytes, CachedResult::size)
                .expireWhen(result -> System.nanoTime() - result.expiresAtNanos() > 0)
                .build();
    }

    /** A fresh result of the same method with the same subject (a cursor, a URI), or null. */
    @Nullable public CacheableResult get(Method<?, ?> method, String subject) {
        CachedResult found = results.get(new CacheKey(method, subject));
        return found == null ? null : found.result();
    }

    /** Keeps a result as long as it says. */
    public void put(Method<?, ?> method, String subject, CacheableResult result, Json source) {
        long ttl = TimeUnit.MILLISECONDS.toNanos(Math.min(result.caching().ttlMs(), TimeUnit.DAYS.toMillis(1)));
        if (ttl > 0) {
            results.put(
                    new CacheKey(method, subject),
                    new CachedResult(result, source.sizeInBytes(), System.nanoTime() + ttl));
        }
    }

    /** What a notification of this type says has changed is no longer fresh. */
    public void invalidateLists(NotificationType<?> type) {
        List<Method<?, ?>> lists = METHODS_BY_NOTIFICATION.getOrDefault(type, List.of());
        removeIf(key -> lists.contains(key.method));
    }

    public void invalidateResource(String uri) {
        removeIf(key -> key.method.equals(Methods.READ_RESOURCE) && key.subject.equals(uri));
    }

    public void clear() {
        removeIf(key -> true);
    }

    public int size() {
        return results.size();
    }

    private void removeIf(Predicate<CacheKey> which) {
        results.removeIf((key, result) -> which.test(key));
    }

    private record CacheKey(Method<?, ?> method, String subject) {}

    private record CachedResult(CacheableResult result, int size, long expiresAtNanos) {}
}
