package dev.tenon.client;

import dev.tenon.client.error.InvalidResponseException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A list of the server's. It is fetched page by page as far as it is looked at, anew by each iterator; pages that are
 * still fresh come from the cache. A list that does not end (a cursor that comes twice, too many pages or items) ends
 * in a {@link InvalidResponseException}.
 */
public final class PagedItems<T> implements Iterable<T> {
    private final Supplier<Iterator<List<T>>> pages;

    /** {@code pages} begins a new way through the pages; the iterator fetches. */
    PagedItems(Supplier<Iterator<List<T>>> pages) {
        this.pages = pages;
    }

    @Override
    public Iterator<T> iterator() {
        Iterator<List<T>> rest = pages.get();
        return new Iterator<>() {
            private Iterator<T> page = List.<T>of().iterator();

            @Override
            public boolean hasNext() {
                while (!page.hasNext() && rest.hasNext()) {
                    page = rest.next().iterator();
                }
                return page.hasNext();
            }

            @Override
            public T next() {
                if (!hasNext()) {
                    throw new NoSuchElementException("The list has no more items");
                }
                return page.next();
            }
        };
    }

    /** Everything at once. */
    public List<T> toList() {
        List<T> items = new ArrayList<>();
        forEach(items::add);
        return List.copyOf(items);
    }

    /** The first item for which this holds; no page beyond it is fetched. */
    public Optional<T> findFirst(Predicate<? super T> holds) {
        for (T item : this) {
            if (holds.test(item)) {
                return Optional.of(item);
            }
        }
        return Optional.empty();
    }
}
