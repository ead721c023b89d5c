package dev.tenon.server.internal.feature;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a server offers of one kind, in the order in which it was added. Reading never waits; a change makes a new copy.
 *
 * @param <S> a tool, a resource, a template or a prompt
 */
public final class Catalog<S> {
    /** An item and its place: a number that only grows, so that a cursor keeps its meaning while items come and go. */
    record CatalogEntry<S>(long place, S item) {}

    /** Some items in a row, and the place after which the next page starts; null on the last page. */
    record CatalogPage<S>(List<S> items, @Nullable Long next) {}

    private final String kind;
    private final Function<S, String> key;
    private final Function<S, Set<String>> scopes;
    private final Consumer<Set<String>> changed;
    private final AtomicReference<Map<String, CatalogEntry<S>>> entries = new AtomicReference<>(Map.of());
    private final AtomicLong places = new AtomicLong();

    /**
     * An empty catalog.
     *
     * @param kind the word for an item
     * @param key the name of an item
     * @param scopes the scopes without which a caller may neither see nor use an item
     * @param changed told of each change, with the scopes of the item
     */
    Catalog(String kind, Function<S, String> key, Function<S, Set<String>> scopes, Consumer<Set<String>> changed) {
        this.kind = kind;
        this.key = key;
        this.scopes = scopes;
        this.changed = changed;
    }

    String kind() {
        return kind;
    }

    /**
     * Adds an item, and tells the clients.
     *
     * @throws IllegalArgumentException when the key is taken
     */
    public void add(S item) {
        String name = key.apply(item);
        entries.updateAndGet(before -> {
            if (before.containsKey(name)) {
                throw new IllegalArgumentException(
                        "There is a " + kind + " \"" + name + "\" already; remove it first, or choose another name");
            }
            Map<String, CatalogEntry<S>> copy = new LinkedHashMap<>(before);
            copy.put(name, new CatalogEntry<>(places.incrementAndGet(), item));
            return copy;
        });
        changed.accept(scopes.apply(item));
    }

    /** Removes the item of that name, and tells the clients; returns false when there is none. */
    public boolean remove(String name) {
        CatalogEntry<S> removed = entries.getAndUpdate(before -> {
                    Map<String, CatalogEntry<S>> copy = new LinkedHashMap<>(before);
                    copy.remove(name);
                    return copy;
                })
                .get(name);
        if (removed != null) {
            changed.accept(scopes.apply(removed.item()));
        }
        return removed != null;
    }

    @Nullable S get(String name) {
        CatalogEntry<S> entry = entries.get().get(name);
        return entry == null ? null : entry.item();
    }

    /** The scopes that using the item of that name needs; none when there is no such item. */
    Set<String> requiredScopes(String name) {
        S item = get(name);
        return item == null ? Set.of() : scopes.apply(item);
    }

    /** Whether all callers may see all items. */
    boolean isSameForAllCallers() {
        return entries.get().values().stream()
                .allMatch(entry -> scopes.apply(entry.item()).isEmpty());
    }

    /** Everything, in order. */
    List<S> items() {
        return entries.get().values().stream().map(CatalogEntry::item).toList();
    }

    /** Up to {@code size} items that stand after that place, of those whose scopes are permitted. */
    CatalogPage<S> readPage(long after, int size, Predicate<Set<String>> permitted) {
        List<S> items = new ArrayList<>();
        long last = after;
        for (CatalogEntry<S> entry : entries.get().values()) {
            if (entry.place() <= after || !permitted.test(scopes.apply(entry.item()))) {
                continue;
            }
            if (items.size() == size) {
                return new CatalogPage<>(items, last);
            }
            items.add(entry.item());
            last = entry.place();
        }
        return new CatalogPage<>(items, null);
    }

    /** Whether there ever was an item: then the server has this feature, even while the list is empty. */
    boolean wasEverNonEmpty() {
        return places.get() > 0;
    }
}
