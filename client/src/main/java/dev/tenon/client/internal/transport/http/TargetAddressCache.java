package dev.tenon.client.internal.transport.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Caches the resolved address of a server for threads that must not block; resolves it on the executor. */
final class TargetAddressCache {
    private static final Logger LOG = LoggerFactory.getLogger(TargetAddressCache.class);
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final String host;
    private final int port;
    private final Executor executor;
    private final AtomicBoolean resolving = new AtomicBoolean();
    private volatile @Nullable ResolvedAddress cached;

    TargetAddressCache(String host, int port, Executor executor) {
        this.host = host;
        this.port = port;
        this.executor = executor;
    }

    /** The address, or null if it cannot be resolved, with the time of resolution. */
    private record ResolvedAddress(@Nullable InetSocketAddress address, long at) {}

    /**
     * Returns the cached address, even if it is outdated; null if it is not known yet or could not be resolved. Starts
     * to resolve it on the executor if that has not been done in the last 10 seconds.
     */
    @Nullable InetSocketAddress getAndRefreshAsync() {
        ResolvedAddress current = cached;
        if (current == null || System.nanoTime() - current.at() > FRESH_NANOS) {
            resolveAsync();
        }
        return current == null ? null : current.address();
    }

    /** Starts resolving the address on the executor. */
    void resolveAsync() {
        if (resolving.compareAndSet(false, true)) {
            try {
                executor.execute(this::resolve);
            } catch (RejectedExecutionException e) {
                LOG.debug("{} is not resolved: the client is closed", host);
            }
        }
    }

    private void resolve() {
        InetSocketAddress address = null;
        try {
            address = new InetSocketAddress(InetAddress.getByName(host), port);
        } catch (UnknownHostException e) {
            LOG.debug("The host {} is not known", host);
        } finally {
            cached = new ResolvedAddress(address, System.nanoTime());
            resolving.set(false);
        }
    }
}
