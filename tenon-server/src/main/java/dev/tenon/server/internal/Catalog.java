package dev.tenon.server.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a server offers of one kind, in the order in which it was added. Reading never waits; a change makes a new copy.
 *
 * @param <S> a tool, a resource, a template or a prompt
 */
final class Catalog<S> {
    /** An item and its place: a number that only grows, so that a cursor keeps its meaning while items come and go. */
    record Entry<S>(long place, S item) {}

    /** Some items in a row, and the place after which the next page starts; null on the last page. */
    record Page<S>(List<S> items, @Nullable Long next) {}

    private final String kind;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile Map<String, Entry<S>> entries = Map.of();
    private volatile boolean everUsed;
    private long places;

    Catalog(String kind) {
        this.kind = kind;
    }

    /**
     * Adds an item.
     *
     * @throws IllegalArgumentException when the key is taken
     */
    void add(String key, S item) {
        lock.lock();
        try {
            if (entries.containsKey(key)) {
                throw new IllegalArgumentException(
                        "There is a " + kind + " \"" + key + "\" already; remove it first, or choose another name");
            }
            Map<String, Entry<S>> changed = new LinkedHashMap<>(entries);
            changed.put(key, new Entry<>(++places, item));
            entries = changed;
            everUsed = true;
        } finally {
            lock.unlock();
        }
    }

    /** Removes an item and returns it; null when there was none. */
    @Nullable S remove(String key) {
        lock.lock();
        try {
            if (!entries.containsKey(key)) {
                return null;
            }
            Map<String, Entry<S>> changed = new LinkedHashMap<>(entries);
            Entry<S> removed = changed.remove(key);
            entries = changed;
            return removed == null ? null : removed.item();
        } finally {
            lock.unlock();
        }
    }

    @Nullable S get(String key) {
        Entry<S> entry = entries.get(key);
        return entry == null ? null : entry.item();
    }

    /** Everything, in order. */
    List<S> all() {
        return entries.values().stream().map(Entry::item).toList();
    }

    /** Up to {@code size} items that stand after that place, of those that are to be shown. */
    Page<S> page(long after, int size, Predicate<S> shown) {
        List<S> items = new ArrayList<>();
        long last = after;
        for (Entry<S> entry : entries.values()) {
            if (entry.place() <= after || !shown.test(entry.item())) {
                continue;
            }
            if (items.size() == size) {
                return new Page<>(items, last);
            }
            items.add(entry.item());
            last = entry.place();
        }
        return new Page<>(items, null);
    }

    /** Whether there ever was an item: then the server has this feature, even while the list is empty. */
    boolean everUsed() {
        return everUsed;
    }
}
