package dev.tenon.client.internal.link;

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

/** The address of a server for those who must not wait until it is looked up: it is looked up now and then, elsewhere. */
final class Addresses {
    private static final Logger LOG = LoggerFactory.getLogger(Addresses.class);
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final String host;
    private final int port;
    private final Executor executor;
    private final AtomicBoolean looking = new AtomicBoolean();
    private volatile @Nullable Found found;

    Addresses(String host, int port, Executor executor) {
        this.host = host;
        this.port = port;
        this.executor = executor;
    }

    /** The address, null when there is none, at a time. */
    private record Found(@Nullable InetSocketAddress address, long at) {}

    /** The address as it was found a moment ago; null when it is not known yet, or there is none. */
    @Nullable InetSocketAddress now() {
        Found known = found;
        if (known == null || System.nanoTime() - known.at() > FRESH_NANOS) {
            lookUp();
        }
        return known == null ? null : known.address();
    }

    /** Has it looked up now. */
    void lookUp() {
        if (looking.compareAndSet(false, true)) {
            try {
                executor.execute(this::look);
            } catch (RejectedExecutionException e) {
                LOG.debug("{} is not looked up: the client is closed", host);
            }
        }
    }

    private void look() {
        InetSocketAddress address = null;
        try {
            address = new InetSocketAddress(InetAddress.getByName(host), port);
        } catch (UnknownHostException e) {
            LOG.debug("The host {} is not known", host);
        } finally {
            found = new Found(address, System.nanoTime());
            looking.set(false);
        }
    }
}
