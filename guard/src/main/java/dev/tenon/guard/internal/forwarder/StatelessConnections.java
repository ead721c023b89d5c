package dev.tenon.guard.internal.forwarder;

import dev.tenon.guard.credential.TargetResolver;
import dev.tenon.guard.internal.concurrent.UsageCounter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Connections to an upstream without sessions: one per sharing key. If the target does not depend on the caller, there
 * is a single key, and its connection is never closed for idleness.
 */
final class StatelessConnections {
    private final UpstreamConnections upstreams;
    /** Guards changes of {@code connections}; reads need no lock. */
    private final ReentrantLock lock = new ReentrantLock();

    private final Map<String, SharedConnection> connections = new ConcurrentHashMap<>();

    StatelessConnections(UpstreamConnections upstreams) {
        this.upstreams = upstreams;
    }

    /** A connection and the number of its current users. */
    private record SharedConnection(UpstreamConnection upstream, UsageCounter usage) {
        UpstreamLease lease() {
            return new UpstreamLease(upstream, usage::release);
        }
    }

    /** Leases the connection of a sharing key; returns null if none matches. Blocks only in {@code filter}. */
    @Nullable UpstreamLease tryLease(String sharingKey, Predicate<UpstreamConnection> filter) {
        SharedConnection connection = connections.get(sharingKey);
        return connection != null && filter.test(connection.upstream) && connection.usage.tryAcquire()
                ? connection.lease()
                : null;
    }

    /** Adds a new connection and leases it; closes it and leases the existing one if another thread was faster. */
    UpstreamLease addOrReuse(String sharingKey, UpstreamConnection opened) {
        lock.lock();
        try {
            SharedConnection existing = connections.get(sharingKey);
            if (existing != null && existing.upstream.isStateless() && existing.usage.tryAcquire()) {
                upstreams.closeAsync(opened);
                return existing.lease();
            }
            SharedConnection connection = new SharedConnection(opened, new UsageCounter());
            var unused = connection.usage.tryAcquire();
            connections.put(sharingKey, connection);
            if (existing != null) {
                upstreams.closeAsync(existing.upstream);
            }
            return connection.lease();
        } finally {
            lock.unlock();
        }
    }

    /** Closes connections of single callers that have been idle for longer than this. */
    void closeIdleOfSingleCallers(Duration idle) {
        long now = System.nanoTime();
        List<UpstreamConnection> expired = new ArrayList<>();
        lock.lock();
        try {
            connections.entrySet().removeIf(entry -> {
                SharedConnection connection = entry.getValue();
                return !entry.getKey().equals(TargetResolver.SHARED_KEY)
                        && connection.upstream.idleNanos(now) > idle.toNanos()
                        && connection.usage.retireIfUnused()
                        && expired.add(connection.upstream);
            });
        } finally {
            lock.unlock();
        }
        expired.forEach(upstreams::closeAsync);
    }
}
