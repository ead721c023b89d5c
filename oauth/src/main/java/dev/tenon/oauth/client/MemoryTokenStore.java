package dev.tenon.oauth.client;

import dev.tenon.internal.concurrent.BoundedCache;
import org.jspecify.annotations.Nullable;

/** Stores at most 1000 texts in memory; the least recently used is removed first. */
final class MemoryTokenStore implements TokenStore {
    private final BoundedCache<String, String> texts = BoundedCache.ofSize(1000);

    @Override
    public @Nullable String get(String key) {
        return texts.get(key);
    }

    @Override
    public void put(String key, String text) {
        texts.put(key, text);
    }

    @Override
    public void remove(String key) {
        texts.remove(key);
    }
}
