package dev.tenon.client;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;

/**
 * A list of the server. Each iterator fetches it anew, page by page, as the caller iterates; pages that are
 * still fresh come from the cache. A list that exceeds the limits or repeats a cursor fails with {@link
 * dev.tenon.client.error.InvalidResponseException}.
 */
public final class PagedItems<T> implements Iterable<T> {
    private final Supplier<Iterator<List<T>>> pages;

    /** Creates the list; each iterator of {@code pages} fetches the pages from the start. */
    PagedItems(Supplier<Iterator<List<T>>> pages) {
        this.pages = pages;
    }

    @Override
    public Iterator<T> iterator() {
        Iterator<List<T>> remainingPages = pages.get();
        return new Iterator<>() {
            private Iterator<T> page = List.<T>of().iterator();

            @Override
            public boolean hasNext() {
                while (!page.hasNext() && remainingPages.hasNext()) {
                    page = remainingPages.next().iterator();
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

    /** Fetches all pages and returns their items. */
    public List<T> toList() {
        List<T> items = new ArrayList<>();
        forEach(items::add);
        return List.copyOf(items);
    }

    /** Returns the first item that matches the predicate, without fetching further pages. */
    public Optional<T> findFirst(Predicate<? super T> predicate) {
        return StreamSupport.stream(spliterator(), false).filter(predicate).findFirst();
    }
}
