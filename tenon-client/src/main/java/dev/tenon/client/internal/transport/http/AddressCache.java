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

/**
 * The address of a server for those who must not wait until it is looked up: it is looked up now and then, elsewhere.
 */
final class AddressCache {
    private static final Logger LOG = LoggerFactory.getLogger(AddressCache.class);
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final String host;
    private final int port;
    private final Executor executor;
    private final AtomicBoolean looking = new AtomicBoolean();
    private volatile @Nullable ResolvedAddress found;

    AddressCache(String host, int port, Executor executor) {
        this.host = host;
        this.port = port;
        this.executor = executor;
    }

    /** The address, null when there is none, at a time. */
    private record ResolvedAddress(@Nullable InetSocketAddress address, long at) {}

    /** The address as it was found a moment ago; null when it is not known yet, or there is none. */
    @Nullable InetSocketAddress cachedAddress() {
        ResolvedAddress known = found;
        if (known == null || System.nanoTime() - known.at() > FRESH_NANOS) {
            resolveAsync();
        }
        return known == null ? null : known.address();
    }

    /** Has it looked up now. */
    void resolveAsync() {
        if (looking.compareAndSet(false, true)) {
            try {
                executor.execute(this::resolve);
            } catch (RejectedExecutionException e) {
                LOG.debug("{} is not looked up: the client is closed", host);
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
            found = new ResolvedAddress(address, System.nanoTime());
            looking.set(false);
        }
    }
}
