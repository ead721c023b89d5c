package dev.tenon.guard.internal;

/**
 * The use of a connection.
 *
 * @param end gives it back, once
 */
record Lease(Upstream upstream, Runnable end) implements AutoCloseable {
    @Override
    public void close() {
        end.run();
    }
}
