package dev.tenon.guard.internal;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The use of a connection.
 *
 * @param end gives it back; run once at most
 */
record Lease(Upstream upstream, Runnable end, AtomicBoolean isGivenBack) implements AutoCloseable {
    Lease(Upstream upstream, Runnable end) {
        this(upstream, end, new AtomicBoolean());
    }

    /** Gives it back; again does nothing. */
    @Override
    public void close() {
        if (isGivenBack.compareAndSet(false, true)) {
            end.run();
        }
    }
}
