package dev.tenon.oauth.server;

import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Remembers something for a while, and no more than so many; then those go that nobody has asked for the longest.
 *
 * @param <V> what is remembered
 */
final class BoundedCache<V> {
    private record Kept<V>(V value, Instant until) {}

    /** Those that were asked for last, in that order. */
    private static final class Recent<V> extends LinkedHashMap<String, Kept<V>> {
        private static final long serialVersionUID = 1L;

        private final int most;

        Recent(int most) {
            super(16, 0.75f, true);
            this.most = most;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Kept<V>> eldest) {
            return super.size() > most;
        }
    }

    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Kept<V>> entries;

    BoundedCache(Clock clock, int most) {
        this.clock = clock;
        this.entries = new Recent<>(most);
    }

    @Nullable V get(String key) {
        lock.lock();
        try {
            Kept<V> entry = entries.get(key);
            if (entry == null) {
                return null;
            }
            if (clock.instant().isBefore(entry.until())) {
                return entry.value();
            }
            entries.remove(key);
            return null;
        } finally {
            lock.unlock();
        }
    }

    void put(String key, V value, Instant until) {
        lock.lock();
        try {
            entries.put(key, new Kept<>(value, until));
        } finally {
            lock.unlock();
        }
    }

    int size() {
        lock.lock();
        try {
            return entries.size();
        } finally {
            lock.unlock();
        }
    }
}
