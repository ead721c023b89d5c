package dev.tenon.server.internal;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What is to be done at some moment: each action once, whoever comes to it, and one after the other as they were added. */
final class Once {
    private final AtomicReference<@Nullable Link> newest = new AtomicReference<>();

    private static final class Link {
        final Runnable action;
        /** The one that was added before; turned around by whoever has taken them out. */
        @Nullable Link next;

        Link(Runnable action) {
            this.action = action;
        }
    }

    void add(Runnable action) {
        Link link = new Link(action);
        do {
            link.next = newest.get();
        } while (!newest.compareAndSet(link.next, link));
    }

    /** Does all that was added and that nobody has begun to do. */
    void run() {
        if (newest.get() == null) {
            return;
        }
        for (Link link = oldest(newest.getAndSet(null)); link != null; link = link.next) {
            link.action.run();
        }
    }

    private static @Nullable Link oldest(@Nullable Link last) {
        Link first = null;
        for (Link link = last; link != null; ) {
            Link before = link.next;
            link.next = first;
            first = link;
            link = before;
        }
        return first;
    }
}
