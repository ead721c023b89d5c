package dev.tenon.internal.concurrent;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A cache with a limited number of entries, which evicts the least recently used entry first. Thread-safe; operations
 * wait only for the cache's own lock.
 *
 * <pre>{@code
 * BoundedCache<String, Token> tokens = BoundedCache.<String, Token>builder(1000)
 *         .expireWhen(token -> !clock.instant().isBefore(token.expires()))
 *         .build();
 * }</pre>
 *
 * @param <K> the keys
 * @param <V> the values
 */
public final class BoundedCache<K, V> {
    private static final int EXPIRY_SCAN = 16;

    private final Builder<K, V> settings;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private final Map<K, V> entries = new LinkedHashMap<>(16, 0.75f, true);

    @GuardedBy("lock") private long weight;

    private BoundedCache(Builder<K, V> settings) {
        this.settings = settings;
    }

    /** Creates a cache whose only limit is its number of entries; 0 for a cache that stores nothing. */
    public static <K, V> BoundedCache<K, V> ofSize(int maxEntries) {
        return BoundedCache.<K, V>builder(maxEntries).build();
    }

    /**
     * Starts a cache with a limited number of entries.
     *
     * @param maxEntries the largest number of entries; 0 for a cache that stores nothing
     * @param <K> the keys
     * @param <V> the values
     * @throws IllegalArgumentException if {@code maxEntries} is negative
     */
    public static <K, V> Builder<K, V> builder(int maxEntries) {
        if (maxEntries < 0) {
            throw new IllegalArgumentException("maxEntries=" + maxEntries + " is negative");
        }
        return new Builder<>(maxEntries);
    }

    /** Returns the value of a key, or null if it is absent or expired. */
    public @Nullable V get(K key) {
        lock.lock();
        try {
            return getLive(key);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Stores a value and replaces the previous one.
     *
     * @return false if the value was not stored: it exceeds the total weight, or the cache is full of entries that must
     *     not be evicted
     */
    public boolean put(K key, V value) {
        return compute(key, old -> value) != null;
    }

    /**
     * Changes the value of a key while holding the lock of the cache.
     *
     * @param change gets the old value, or null if it is absent or expired; returns the new value, or null to remove
     *     the entry. It must be short. It is not called if the key is new and the cache is full of entries that must
     *     not be evicted
     * @return the new value, or null if the key has none
     */
    public @Nullable V compute(K key, UnaryOperator<@Nullable V> change) {
        lock.lock();
        try {
            V old = getLive(key);
            if (old == null && settings.keepsUnexpired && !tryMakeRoomFromExpired()) {
                return null;
            }
            V changed = change.apply(old);
            if (changed != null && changed == old) {
                return changed;
            }
            removeEntry(key);
            if (changed == null
                    || settings.maxEntries == 0
                    || settings.weigher.applyAsLong(changed) > settings.maxWeight) {
                return null;
            }
            V unused = entries.put(key, changed);
            weight += settings.weigher.applyAsLong(changed);
            while (entries.size() > settings.maxEntries || weight > settings.maxWeight) {
                removeEntry(entries.keySet().iterator().next());
            }
            return changed;
        } finally {
            lock.unlock();
        }
    }

    public void remove(K key) {
        lock.lock();
        try {
            removeEntry(key);
        } finally {
            lock.unlock();
        }
    }

    /** Removes all entries that match. */
    public void removeIf(BiPredicate<? super K, ? super V> filter) {
        lock.lock();
        try {
            for (Map.Entry<K, V> entry : List.copyOf(entries.entrySet())) {
                if (filter.test(entry.getKey(), entry.getValue())) {
                    removeEntry(entry.getKey());
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns the values that have not expired, the least recently used first. */
    public List<V> values() {
        lock.lock();
        try {
            return entries.values().stream().filter(settings.expired.negate()).toList();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the number of entries, including expired ones that have not been accessed since. */
    public int size() {
        lock.lock();
        try {
            return entries.size();
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock") private @Nullable V getLive(K key) {
        V found = entries.get(key);
        if (found != null && settings.expired.test(found)) {
            removeEntry(key);
            return null;
        }
        return found;
    }

    /** Removes expired ones of the eldest entries if the cache is full. Returns whether it then has room. */
    @GuardedBy("lock") private boolean tryMakeRoomFromExpired() {
        if (entries.size() >= settings.maxEntries) {
            List<Map.Entry<K, V>> eldest =
                    entries.entrySet().stream().limit(EXPIRY_SCAN).toList();
            for (Map.Entry<K, V> entry : eldest) {
                if (settings.expired.test(entry.getValue())) {
                    removeEntry(entry.getKey());
                }
            }
        }
        return entries.size() < settings.maxEntries;
    }

    @GuardedBy("lock") private void removeEntry(K key) {
        V old = entries.remove(key);
        if (old != null) {
            weight -= settings.weigher.applyAsLong(old);
        }
    }

    /**
     * Configures a cache.
     *
     * @param <K> the keys
     * @param <V> the values
     */
    public static final class Builder<K, V> {
        private final int maxEntries;
        private long maxWeight = Long.MAX_VALUE;
        private ToLongFunction<? super V> weigher = value -> 0;
        private Predicate<? super V> expired = value -> false;
        private boolean keepsUnexpired;

        private Builder(int maxEntries) {
            this.maxEntries = maxEntries;
        }

        /**
         * Limits the total weight of all entries.
         *
         * @param changed the largest sum; a value that is heavier on its own is not stored. Unlimited by default
         * @param weighs returns the weight of a value, which must not change
         */
        public Builder<K, V> maxWeight(long changed, ToLongFunction<? super V> weighs) {
            maxWeight = changed;
            weigher = weighs;
            return this;
        }

        /** Sets when a value has expired; it counts as absent from then on. By default values do not expire. */
        public Builder<K, V> expireWhen(Predicate<? super V> changed) {
            expired = changed;
            return this;
        }

        /**
         * Rejects a new entry if the cache is full and none of the 16 least recently used entries has expired, instead
         * of evicting one.
         */
        public Builder<K, V> keepUnexpired() {
            keepsUnexpired = true;
            return this;
        }

        /** Creates an empty cache. The builder must not be changed afterwards. */
        public BoundedCache<K, V> build() {
            return new BoundedCache<>(this);
        }
    }
}
