package dev.tenon.guard.internal.forwarder;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.ClientCapabilities;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A pool of connections to an upstream with sessions, for clients without. Requests of one principal with equal
 * capabilities share a connection. Where an upstream request does not say to which call it belongs, each connection
 * serves only one call at a time that may cause such requests. As every request declares its own capabilities, the
 * number of connections per caller is limited: beyond it, the caller's connection that has been idle longest is closed.
 */
final class SessionConnectionPool {
    private final UpstreamConnections upstreams;
    private final int maxPerCaller;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private final List<PoolEntry> entries = new ArrayList<>();

    /**
     * Creates an empty pool.
     *
     * @param maxPerCaller the maximum number of connections of one caller
     */
    SessionConnectionPool(UpstreamConnections upstreams, int maxPerCaller) {
        this.upstreams = upstreams;
        this.maxPerCaller = maxPerCaller;
    }

    /** Identifies the requests that can share a connection. */
    record PoolKey(@Nullable String principal, String sharingKey, ClientCapabilities capabilities) {}

    /** A connection, the caller that opened it, and its current users. */
    private static final class PoolEntry {
        private final PoolKey key;
        private final String caller;
        /** Null until it is open. */
        private @Nullable UpstreamConnection upstream;

        private int users;
        private boolean isExclusive;

        PoolEntry(PoolKey key, String caller) {
            this.key = key;
            this.caller = caller;
        }

        /** Returns for how long no request has used it, in nanoseconds; 0 while it is in use or not open yet. */
        long idleNanos(long now) {
            return upstream == null || users > 0 ? 0 : upstream.idleNanos(now);
        }
    }

    /** Leases an existing connection, or opens one within the caller's limit. */
    UpstreamLease lease(PoolKey key, String caller, boolean preferExclusive, Supplier<UpstreamLease> open) {
        PoolEntry entry = new PoolEntry(key, caller);
        UpstreamConnection evicted;
        lock.lock();
        try {
            UpstreamLease found = tryLeaseExisting(key, preferExclusive);
            if (found != null) {
                return found;
            }
            evicted = removeOldestIdleAtLimit(caller);
            entries.add(entry);
        } finally {
            lock.unlock();
        }
        try {
            if (evicted != null) {
                // Closing on this thread limits the number of closing connections of a caller.
                upstreams.close(evicted);
            }
            return addOpenedUnlessStateless(entry, preferExclusive, open.get());
        } catch (RuntimeException | Error e) {
            remove(entry);
            throw e;
        }
    }

    private UpstreamLease addOpenedUnlessStateless(PoolEntry entry, boolean preferExclusive, UpstreamLease lease) {
        UpstreamConnection upstream = lease.upstream();
        try {
            if (upstream.isStateless()) {
                remove(entry);
                return lease;
            }
            boolean exclusive = preferExclusive && !upstream.client().canAttributeServerMessages();
            lock.lock();
            try {
                entry.upstream = upstream;
                return leaseEntry(entry, upstream, exclusive);
            } finally {
                lock.unlock();
            }
        } catch (RuntimeException | Error e) {
            lease.close();
            throw e;
        }
    }

    private void remove(PoolEntry entry) {
        lock.lock();
        try {
            entries.remove(entry);
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock") private @Nullable UpstreamLease tryLeaseExisting(PoolKey key, boolean preferExclusive) {
        for (PoolEntry entry : entries) {
            UpstreamConnection upstream = entry.upstream;
            if (upstream != null && entry.key.equals(key)) {
                boolean exclusive = preferExclusive && !upstream.client().canAttributeServerMessages();
                if (!(exclusive && entry.isExclusive)) {
                    return leaseEntry(entry, upstream, exclusive);
                }
            }
        }
        return null;
    }

    /** Removes the longest idle connection of a caller at its limit, for closing; returns null below the limit. */
    @GuardedBy("lock") private @Nullable UpstreamConnection removeOldestIdleAtLimit(String caller) {
        List<PoolEntry> own =
                entries.stream().filter(entry -> entry.caller.equals(caller)).toList();
        if (own.size() < maxPerCaller) {
            return null;
        }
        upstreams.countCallerLimitReached();
        String busy = "Busy: all " + maxPerCaller + " connections of this caller to the upstream server are in use"
                + " (limit: GuardLimits.connectionsPerCaller); try again later";
        long now = System.nanoTime();
        PoolEntry oldest = own.stream()
                .filter(entry -> entry.idleNanos(now) > 0)
                .max(Comparator.comparingLong(entry -> entry.idleNanos(now)))
                .orElseThrow(() -> new RpcException(ErrorCode.BUSY, busy));
        entries.remove(oldest);
        return oldest.upstream;
    }

    @GuardedBy("lock") private UpstreamLease leaseEntry(PoolEntry entry, UpstreamConnection upstream, boolean exclusive) {
        entry.users++;
        entry.isExclusive |= exclusive;
        return new UpstreamLease(upstream, () -> release(entry, exclusive));
    }

    private void release(PoolEntry entry, boolean exclusive) {
        lock.lock();
        try {
            entry.users--;
            if (exclusive) {
                entry.isExclusive = false;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Closes connections that have been idle for longer than this. */
    void closeIdle(Duration idle) {
        long now = System.nanoTime();
        List<UpstreamConnection> expired = new ArrayList<>();
        lock.lock();
        try {
            entries.removeIf(entry -> {
                UpstreamConnection upstream = entry.upstream;
                return upstream != null && entry.idleNanos(now) > idle.toNanos() && expired.add(upstream);
            });
        } finally {
            lock.unlock();
        }
        expired.forEach(upstreams::closeAsync);
    }
}
