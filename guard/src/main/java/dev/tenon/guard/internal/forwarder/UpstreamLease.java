package dev.tenon.guard.internal.forwarder;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A lease of an upstream connection.
 *
 * @param release releases the connection; runs at most once
 */
public record UpstreamLease(UpstreamConnection upstream, Runnable release, AtomicBoolean isReleased)
        implements AutoCloseable {
    UpstreamLease(UpstreamConnection upstream, Runnable release) {
        this(upstream, release, new AtomicBoolean());
    }

    /** Releases the connection; a second call has no effect. */
    @Override
    public void close() {
        if (isReleased.compareAndSet(false, true)) {
            release.run();
        }
    }
}
