package dev.tenon.client.internal;

import dev.tenon.json.Json;
import dev.tenon.model.CacheableResult;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Results that are still fresh, for one client and so for one authorization (2026-07-28, caching). Bounded in number and in
 * bytes; what was used least lately goes first.
 */
final class ResultCache {
    private final int most;
    private final long mostBytes;
    private final Map<Key, Kept> kept = new LinkedHashMap<>(16, 0.75f, true);
    private final ReentrantLock lock = new ReentrantLock();
    private long bytes;

    ResultCache(int most, long mostBytes) {
        this.most = most;
        this.mostBytes = mostBytes;
    }

    /** A fresh result of the same method with the same subject (a cursor, a URI), or null. */
    @Nullable CacheableResult get(Method<?, ?> method, String subject) {
        lock.lock();
        try {
            Key key = new Key(method, subject);
            Kept found = kept.get(key);
            if (found == null) {
                return null;
            }
            if (System.nanoTime() - found.until > 0) {
                remove(key);
                return null;
            }
            return found.result;
        } finally {
            lock.unlock();
        }
    }

    /** Keeps a result as long as it says. */
    void put(Method<?, ?> method, String subject, CacheableResult result, Json source) {
        long ttl = TimeUnit.MILLISECONDS.toNanos(Math.min(result.caching().ttlMs(), TimeUnit.DAYS.toMillis(1)));
        if (ttl == 0 || most == 0 || source.size() > mostBytes) {
            return;
        }
        lock.lock();
        try {
            Key key = new Key(method, subject);
            remove(key);
            kept.put(key, new Kept(result, source.size(), System.nanoTime() + ttl));
            bytes += source.size();
            Iterator<Map.Entry<Key, Kept>> oldest = kept.entrySet().iterator();
            while (kept.size() > most || bytes > mostBytes) {
                bytes -= oldest.next().getValue().size;
                oldest.remove();
            }
        } finally {
            lock.unlock();
        }
    }

    void toolsChanged() {
        drop(key -> key.method.equals(Methods.LIST_TOOLS));
    }

    void promptsChanged() {
        drop(key -> key.method.equals(Methods.LIST_PROMPTS));
    }

    void resourcesChanged() {
        drop(key -> key.method.equals(Methods.LIST_RESOURCES) || key.method.equals(Methods.LIST_RESOURCE_TEMPLATES));
    }

    void resourceUpdated(String uri) {
        drop(key -> key.method.equals(Methods.READ_RESOURCE) && key.subject.equals(uri));
    }

    void clear() {
        drop(key -> true);
    }

    int size() {
        lock.lock();
        try {
            return kept.size();
        } finally {
            lock.unlock();
        }
    }

    private void drop(Predicate<Key> which) {
        lock.lock();
        try {
            kept.keySet().stream().filter(which).toList().forEach(this::remove);
        } finally {
            lock.unlock();
        }
    }

    private void remove(Key key) {
        Kept gone = kept.remove(key);
        if (gone != null) {
            bytes -= gone.size;
        }
    }

    private record Key(Method<?, ?> method, String subject) {}

    private record Kept(CacheableResult result, int size, long until) {}
}
