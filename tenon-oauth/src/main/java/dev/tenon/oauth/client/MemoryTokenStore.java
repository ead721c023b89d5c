package dev.tenon.oauth.client;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Keeps at most 1000 texts; the oldest goes. */
final class MemoryTokenStore implements TokenStore {
    private static final int MOST = 1000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, String> texts = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > MOST;
        }
    };

    @Override
    public @Nullable String get(String key) {
        return locked(() -> texts.get(key));
    }

    @Override
    public void put(String key, String text) {
        var unused = locked(() -> texts.put(key, text));
    }

    @Override
    public void remove(String key) {
        var unused = locked(() -> texts.remove(key));
    }

    private @Nullable String locked(java.util.function.Supplier<@Nullable String> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }
}
