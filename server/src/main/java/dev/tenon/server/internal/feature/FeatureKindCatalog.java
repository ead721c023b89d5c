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
 * The items of one kind that a server offers, in the order in which they were added. Reads never wait; each change
 * creates a copy.
 *
 * @param <S> the type of an item: a tool, a resource, a resource template or a prompt
 */
public final class FeatureKindCatalog<S> {
    /**
     * An item and its position: an increasing number, so that a cursor stays valid while items are added and removed.
     */
    record CatalogEntry<S>(long position, S item) {}

    /** A page of items and the position after which the next page starts; null on the last page. */
    record CatalogPage<S>(List<S> items, @Nullable Long next) {}

    private final String kind;
    private final Function<S, String> key;
    private final Function<S, Set<String>> scopes;
    private final Consumer<Set<String>> onChanged;
    private final AtomicReference<Map<String, CatalogEntry<S>>> entries = new AtomicReference<>(Map.of());
    private final AtomicLong positions = new AtomicLong();

    /**
     * Creates an empty catalog.
     *
     * @param kind the word for an item
     * @param key returns the name of an item
     * @param scopes returns the scopes that a caller needs to see or use an item
     * @param onChanged called after each change with the scopes of the item
     */
    FeatureKindCatalog(
            String kind, Function<S, String> key, Function<S, Set<String>> scopes, Consumer<Set<String>> onChanged) {
        this.kind = kind;
        this.key = key;
        this.scopes = scopes;
        this.onChanged = onChanged;
    }

    String kind() {
        return kind;
    }

    /**
     * Adds an item and notifies the clients.
     *
     * @throws IllegalArgumentException if the key is already used
     */
    public void add(S item) {
        String name = key.apply(item);
        entries.updateAndGet(before -> {
            if (before.containsKey(name)) {
                throw new IllegalArgumentException(
                        "There is a " + kind + " \"" + name + "\" already; remove it first, or choose another name");
            }
            Map<String, CatalogEntry<S>> copy = new LinkedHashMap<>(before);
            copy.put(name, new CatalogEntry<>(positions.incrementAndGet(), item));
            return copy;
        });
        onChanged.accept(scopes.apply(item));
    }

    /** Removes an item and notifies the clients; returns false if there is no item with this name. */
    public boolean remove(String name) {
        CatalogEntry<S> removed = entries.getAndUpdate(before -> {
                    Map<String, CatalogEntry<S>> copy = new LinkedHashMap<>(before);
                    copy.remove(name);
                    return copy;
                })
                .get(name);
        if (removed != null) {
            onChanged.accept(scopes.apply(removed.item()));
        }
        return removed != null;
    }

    @Nullable S get(String name) {
        CatalogEntry<S> entry = entries.get().get(name);
        return entry == null ? null : entry.item();
    }

    /** Returns the scopes that an item needs; empty if there is no item with this name. */
    Set<String> requiredScopes(String name) {
        S item = get(name);
        return item == null ? Set.of() : scopes.apply(item);
    }

    /** Returns whether all callers can see all items. */
    boolean isSameForAllCallers() {
        return entries.get().values().stream()
                .allMatch(entry -> scopes.apply(entry.item()).isEmpty());
    }

    /** Returns all items in order. */
    List<S> items() {
        return entries.get().values().stream().map(CatalogEntry::item).toList();
    }

    /** Returns up to {@code size} items after a position, of those whose scopes are permitted. */
    CatalogPage<S> readPage(long after, int size, Predicate<Set<String>> permitted) {
        List<S> items = new ArrayList<>();
        long last = after;
        for (CatalogEntry<S> entry : entries.get().values()) {
            if (entry.position() <= after || !permitted.test(scopes.apply(entry.item()))) {
                continue;
            }
            if (items.size() == size) {
                return new CatalogPage<>(items, last);
            }
            items.add(entry.item());
            last = entry.position();
        }
        return new CatalogPage<>(items, null);
    }

    /** Returns whether an item was ever added: then the server has this feature, even while the list is empty. */
    boolean wasEverNonEmpty() {
        return positions.get() > 0;
    }
}
