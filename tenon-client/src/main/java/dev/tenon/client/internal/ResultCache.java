package dev.tenon.client.internal;

import dev.tenon.concurrent.BoundedCache;
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
 * Results that are still fresh, for one client and so for one authorization (2026-07-28, caching). Bounded in number and in
 * bytes; what was used least lately goes first.
 */
final class ResultCache {
    private static final Map<NotificationType<?>, List<Method<?, ?>>> LISTS = Map.of(
            Notifications.TOOLS_CHANGED, List.of(Methods.LIST_TOOLS),
            Notifications.PROMPTS_CHANGED, List.of(Methods.LIST_PROMPTS),
            Notifications.RESOURCES_CHANGED, List.of(Methods.LIST_RESOURCES, Methods.LIST_RESOURCE_TEMPLATES));

    private final BoundedCache<Key, Kept> kept;

    ResultCache(int most, long mostBytes) {
        this.kept = BoundedCache.<Key, Kept>builder(most)
                .maxWeight(mostBytes, Kept::size)
                .expiredWhen(result -> System.nanoTime() - result.until() > 0)
                .build();
    }

    /** A fresh result of the same method with the same subject (a cursor, a URI), or null. */
    @Nullable CacheableResult get(Method<?, ?> method, String subject) {
        Kept found = kept.get(new Key(method, subject));
        return found == null ? null : found.result();
    }

    /** Keeps a result as long as it says. */
    void put(Method<?, ?> method, String subject, CacheableResult result, Json source) {
        long ttl = TimeUnit.MILLISECONDS.toNanos(Math.min(result.caching().ttlMs(), TimeUnit.DAYS.toMillis(1)));
        if (ttl > 0) {
            kept.put(new Key(method, subject), new Kept(result, source.size(), System.nanoTime() + ttl));
        }
    }

    /** What a notification of this type says has changed is no longer fresh. */
    void changed(NotificationType<?> type) {
        List<Method<?, ?>> lists = LISTS.getOrDefault(type, List.of());
        drop(key -> lists.contains(key.method));
    }

    void resourceUpdated(String uri) {
        drop(key -> key.method.equals(Methods.READ_RESOURCE) && key.subject.equals(uri));
    }

    void clear() {
        drop(key -> true);
    }

    int size() {
        return kept.size();
    }

    private void drop(Predicate<Key> which) {
        kept.removeIf((key, result) -> which.test(key));
    }

    private record Key(Method<?, ?> method, String subject) {}

    private record Kept(CacheableResult result, int size, long until) {}
}
