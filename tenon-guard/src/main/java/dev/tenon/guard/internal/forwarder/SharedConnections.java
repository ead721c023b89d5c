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
 * Connections to a server that has no sessions: one for all who are the same to it. Where who calls does not matter,
 * that is one, which stays.
 */
final class SharedConnections {
    private final UpstreamConnections upstreams;
    /** Held by those who change what there is. */
    private final ReentrantLock lock = new ReentrantLock();

    private final Map<String, SharedConnection> members = new ConcurrentHashMap<>();

    SharedConnections(UpstreamConnections upstreams) {
        this.upstreams = upstreams;
    }

    /** One connection, and how many use it now. */
    private record SharedConnection(UpstreamConnection upstream, UsageCounter usage) {
        UpstreamLease lease() {
            return new UpstreamLease(upstream, usage::release);
        }
    }

    /** The use of the connection for those; null when there is none that fits. Waits for nothing but that test. */
    @Nullable UpstreamLease tryLease(String share, Predicate<UpstreamConnection> fits) {
        SharedConnection member = members.get(share);
        return member != null && fits.test(member.upstream) && member.usage.tryAcquire() ? member.lease() : null;
    }

    /** The use of a new connection, or of one that was there first: another is not needed. */
    UpstreamLease addOrReuse(String share, UpstreamConnection opened) {
        lock.lock();
        try {
            SharedConnection known = members.get(share);
            if (known != null && known.upstream.isStateless() && known.usage.tryAcquire()) {
                upstreams.closeAsync(opened);
                return known.lease();
            }
            SharedConnection member = new SharedConnection(opened, new UsageCounter());
            var unused = member.usage.tryAcquire();
            members.put(share, member);
            if (known != null) {
                upstreams.closeAsync(known.upstream);
            }
            return member.lease();
        } finally {
            lock.unlock();
        }
    }

    /** Closes those of single callers that nobody has used for so long. */
    void closeIdle(Duration idle) {
        long now = System.nanoTime();
        List<UpstreamConnection> old = new ArrayList<>();
        lock.lock();
        try {
            members.entrySet().removeIf(entry -> {
                SharedConnection member = entry.getValue();
                return !entry.getKey().equals(TargetResolver.SHARED_KEY)
                        && member.upstream.idleNanos(now) > idle.toNanos()
                        && member.usage.retireIfUnused()
                        && old.add(member.upstream);
            });
        } finally {
            lock.unlock();
        }
        old.forEach(upstreams::closeAsync);
    }
}
