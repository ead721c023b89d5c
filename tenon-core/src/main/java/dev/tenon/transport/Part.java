package dev.tenon.transport;

import org.jspecify.annotations.Nullable;

/**
 * What a thread of {@link StdioChannel} does at a time: it reads one channel, or it writes one and sleeps until there is something to
 * write. Each part has one thread, but not always the same.
 */
@FunctionalInterface
interface Part {
    /**
     * Does it, until it is over or another thread has taken this one's place.
     *
     * @return what this thread does next, or null when it ends
     */
    @Nullable Part play();

    /** A thread does this, and whatever comes of it. */
    static void playFrom(Part first) {
        for (Part part = first; part != null; ) {
            part = part.play();
        }
    }

    /** Tells a writer that its place has been taken, and what it does instead; guarded by the lock of the outbox. */
    final class Relief {
        private @Nullable Part instead;

        void tell(Part part) {
            instead = part;
        }

        boolean isTold() {
            return instead != null;
        }

        /** What to do instead; it may be told anew then. */
        @Nullable Part take() {
            Part part = instead;
            instead = null;
            return part;
        }
    }
}
