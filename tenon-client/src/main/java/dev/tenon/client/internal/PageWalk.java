package dev.tenon.client.internal;

import dev.tenon.client.BadAnswerException;
import dev.tenon.client.ClientLimits;
import dev.tenon.json.Quote;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One way through a list, page by page, which no server can make endless (server utilities, pagination). */
final class PageWalk<T> implements Iterator<List<T>> {
    private final String what;
    private final ClientLimits limits;
    private final Function<@Nullable String, Page<T>> fetch;
    private final Set<String> seen = new HashSet<>();
    private @Nullable String cursor;
    private boolean more = true;
    private int pages;
    private int items;
    private long bytes;

    /**
     * Before the first page.
     *
     * @param what the list, for messages
     * @param fetch gets the page at a cursor; null is the first
     */
    PageWalk(String what, ClientLimits limits, Function<@Nullable String, Page<T>> fetch) {
        this.what = what;
        this.limits = limits;
        this.fetch = fetch;
    }

    @Override
    public boolean hasNext() {
        return more;
    }

    @Override
    public List<T> next() {
        if (!more) {
            throw new NoSuchElementException("There is no further page");
        }
        if (++pages > limits.pages()) {
            throw new BadAnswerException(what + " has more than " + limits.pages() + " pages (limit: pages)");
        }
        Page<T> page = fetch.apply(cursor);
        bytes += page.bytes();
        if (bytes > limits.json().bytes()) {
            throw new BadAnswerException(what + " is larger than "
                    + limits.json().bytes() + " bytes, all its pages together (limit: json.bytes)");
        }
        items += page.items().size();
        if (items > limits.listItems()) {
            throw new BadAnswerException(what + " has more than " + limits.listItems() + " items (limit: listItems)");
        }
        cursor = page.next();
        // An empty cursor is one like any other; only an absent one ends the list.
        more = cursor != null;
        if (cursor != null && !seen.add(cursor)) {
            throw new BadAnswerException(what + " does not end: cursor " + Quote.shortened(cursor) + " came twice");
        }
        return page.items();
    }

    /**
     * A page.
     *
     * @param next the cursor of the next, or null
     * @param bytes how large it was
     */
    record Page<T>(List<T> items, @Nullable String next, int bytes) {}
}
