package dev.tenon.client.internal.call;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.error.InvalidResponseException;
import dev.tenon.internal.text.Excerpts;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Iterates over the pages of a list, within the limits, so that a server cannot make it endless (server utilities,
 * pagination).
 */
final class PageIterator<T> implements Iterator<List<T>> {
    private final String listName;
    private final ClientLimits limits;
    private final Function<@Nullable String, FetchedPage<T>> pageFetcher;
    private final Set<String> seen = new HashSet<>();
    private @Nullable String cursor;
    private boolean hasMore = true;
    private int pages;
    private int items;
    private long bytes;

    /**
     * Creates an iterator before the first page.
     *
     * @param listName the name of the list, for messages
     * @param pageFetcher fetches the page at a cursor; null is the first page
     */
    PageIterator(String listName, ClientLimits limits, Function<@Nullable String, FetchedPage<T>> pageFetcher) {
        this.listName = listName;
        this.limits = limits;
        this.pageFetcher = pageFetcher;
    }

    @Override
    public boolean hasNext() {
        return hasMore;
    }

    @Override
    public List<T> next() {
        if (!hasMore) {
            throw new NoSuchElementException("There is no further page");
        }
        if (++pages > limits.pages()) {
            throw new InvalidResponseException(listName + " has more than " + limits.pages() + " pages (limit: pages)");
        }
        FetchedPage<T> page = pageFetcher.apply(cursor);
        bytes += page.bytes();
        if (bytes > limits.json().bytes()) {
            throw new InvalidResponseException(listName + " is larger than "
                    + limits.json().bytes() + " bytes, all its pages together (limit: json.bytes)");
        }
        items += page.items().size();
        if (items > limits.listItems()) {
            throw new InvalidResponseException(
                    listName + " has more than " + limits.listItems() + " items (limit: listItems)");
        }
        cursor = page.nextCursor();
        // An empty cursor is valid; only a missing one ends the list.
        hasMore = cursor != null;
        if (cursor != null && !seen.add(cursor)) {
            throw new InvalidResponseException(
                    listName + " does not end: cursor " + Excerpts.quote(cursor) + " came twice");
        }
        return page.items();
    }

    /**
     * A fetched page.
     *
     * @param nextCursor the cursor of the next page, or null
     * @param bytes the size of the response
     */
    record FetchedPage<T>(List<T> items, @Nullable String nextCursor, int bytes) {}
}
