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

/** One way through a list, page by page, which no server can make endless (server utilities, pagination). */
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
     * Before the first page.
     *
     * @param what the list, for messages
     * @param fetch gets the page at a cursor; null is the first
     */
    PageIterator(String what, ClientLimits limits, Function<@Nullable String, FetchedPage<T>> fetch) {
        this.listName = what;
        this.limits = limits;
        this.pageFetcher = fetch;
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
        // An empty cursor is one like any other; only an absent one ends the list.
        hasMore = cursor != null;
        if (cursor != null && !seen.add(cursor)) {
            throw new InvalidResponseException(
                    listName + " does not end: cursor " + Excerpts.quote(cursor) + " came twice");
        }
        return page.items();
    }

    /**
     * A page.
     *
     * @param nextCursor the cursor of the next, or null
     * @param bytes how large it was
     */
    record FetchedPage<T>(List<T> items, @Nullable String nextCursor, int bytes) {}
}
