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
 * Connections to a server that has sessions, for clients that have none. They are shared by the requests of one
 * principal that can do the same; of calls that the server may ask something for there is one at a time on each, where
 * a question does not say for which call it is. As each request says what its client can do, a caller may have a share
 * of them only: beyond it, its connection that was idle for the longest time makes room.
 */
final class ConnectionPool {
    private final UpstreamConnections upstreams;
    private final int maxPerCaller;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private final List<PoolEntry> members = new ArrayList<>();

    /**
     * An empty pool.
     *
     * @param share the most connections that one caller may have opened
     */
    ConnectionPool(UpstreamConnections upstreams, int share) {
        this.upstreams = upstreams;
        this.maxPerCaller = share;
    }

    /** Who may share. */
    record PoolKey(@Nullable String principal, String sharingKey, ClientCapabilities capabilities) {}

    /** One connection, who opened it, and who uses it now. */
    private static final class PoolEntry {
        private final PoolKey key;
        private final String caller;
        /** Null while it is being opened. */
        private @Nullable UpstreamConnection upstream;

        private int users;
        private boolean isExclusive;

        PoolEntry(PoolKey key, String caller) {
            this.key = key;
            this.caller = caller;
        }

        /** Returns for how long no request has used it, in nanoseconds; 0 while it is in use or being opened. */
        long idleNanos(long now) {
            return upstream == null || users > 0 ? 0 : upstream.idleNanos(now);
        }
    }

    /** The use of a connection: one that there is, or a new one, in the share of that caller. */
    UpstreamLease lease(PoolKey key, String caller, boolean alone, Supplier<UpstreamLease> open) {
        PoolEntry member = new PoolEntry(key, caller);
        UpstreamConnection evicted;
        lock.lock();
        try {
            UpstreamLease found = tryLeaseExisting(key, alone);
            if (found != null) {
                return found;
            }
            evicted = evictIdle(caller);
            members.add(member);
        } finally {
            lock.unlock();
        }
        try {
            if (evicted != null) {
                // Here, so that a caller has no more of those that are closing than of those that it opens.
                upstreams.close(evicted);
            }
            return addOpened(member, alone, open.get());
        } catch (RuntimeException | Error e) {
            remove(member);
            throw e;
        }
    }

    private UpstreamLease addOpened(PoolEntry member, boolean alone, UpstreamLease lease) {
        UpstreamConnection upstream = lease.upstream();
        try {
            if (upstream.isStateless()) {
                remove(member);
                return lease;
            }
            boolean exclusive = alone && !upstream.client().canAttributeServerMessages();
            lock.lock();
            try {
                member.upstream = upstream;
                return leaseEntry(member, upstream, exclusive);
            } finally {
                lock.unlock();
            }
        } catch (RuntimeException | Error e) {
            lease.close();
            throw e;
        }
    }

    private void remove(PoolEntry member) {
        lock.lock();
        try {
            members.remove(member);
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock") private @Nullable UpstreamLease tryLeaseExisting(PoolKey key, boolean alone) {
        for (PoolEntry member : members) {
            UpstreamConnection upstream = member.upstream;
            if (upstream != null && member.key.equals(key)) {
                boolean exclusive = alone && !upstream.client().canAttributeServerMessages();
                if (!(exclusive && member.isExclusive)) {
                    return leaseEntry(member, upstream, exclusive);
                }
            }
        }
        return null;
    }

    /** Takes out a connection of a caller that has its share, to be closed; null when it has less. */
    @GuardedBy("lock") private @Nullable UpstreamConnection evictIdle(String caller) {
        List<PoolEntry> own =
                members.stream().filter(member -> member.caller.equals(caller)).toList();
        if (own.size() < maxPerCaller) {
            return null;
        }
        upstreams.onCallerLimitReached();
        long now = System.nanoTime();
        PoolEntry oldest = own.stream()
                .filter(member -> member.idleNanos(now) > 0)
                .max(Comparator.comparingLong(member -> member.idleNanos(now)))
                .orElseThrow(() -> new RpcException(
                        ErrorCode.BUSY,
                        "Busy: all " + maxPerCaller + " connections of this caller to the server behind are in use"
                                + " (limit: GuardLimits.connectionsPerCaller); try again later"));
        members.remove(oldest);
        return oldest.upstream;
    }

    private UpstreamLease leaseEntry(PoolEntry member, UpstreamConnection upstream, boolean alone) {
        member.users++;
        member.isExclusive |= alone;
        return new UpstreamLease(upstream, () -> release(member, alone));
    }

    private void release(PoolEntry member, boolean alone) {
        lock.lock();
        try {
            member.users--;
            if (alone) {
                member.isExclusive = false;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Closes those that nobody has used for so long. */
    void closeIdle(Duration idle) {
        long now = System.nanoTime();
        List<UpstreamConnection> old = new ArrayList<>();
        lock.lock();
        try {
            members.removeIf(member -> {
                UpstreamConnection upstream = member.upstream;
                return upstream != null && member.idleNanos(now) > idle.toNanos() && old.add(upstream);
            });
        } finally {
            lock.unlock();
        }
        old.forEach(upstreams::closeAsync);
    }
}
