package dev.tenon.guard.internal.forwarder;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The use of a connection.
 *
 * @param release gives it back; run once at most
 */
public record UpstreamLease(UpstreamConnection upstream, Runnable release, AtomicBoolean isReleased)
        implements AutoCloseable {
    UpstreamLease(UpstreamConnection upstream, Runnable end) {
        this(upstream, end, new AtomicBoolean());
    }

    /** Gives it back; again does nothing. */
    @Override
    public void close() {
        if (isReleased.compareAndSet(false, true)) {
            release.run();
        }
    }
}
