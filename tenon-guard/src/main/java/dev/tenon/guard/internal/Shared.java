package dev.tenon.guard.internal;

import dev.tenon.guard.credentials.Route;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Connections to a server that has no sessions: one for all who are the same to it. Where who calls does not matter, that is
 * one, which stays.
 */
final class Shared {
    private final Upstreams upstreams;
    /** Held by those who change what there is. */
    private final ReentrantLock lock = new ReentrantLock();

    private final Map<String, Member> members = new ConcurrentHashMap<>();

    Shared(Upstreams upstreams) {
        this.upstreams = upstreams;
    }

    /** One connection, and how many use it now. */
    private record Member(Upstream upstream, UseCount users) {
        Lease taken() {
            return new Lease(upstream, users::exit);
        }
    }

    /** The use of the connection for those; null when there is none that fits. Waits for nothing but that test. */
    @Nullable Lease find(String share, Predicate<Upstream> fits) {
        Member member = members.get(share);
        return member != null && fits.test(member.upstream) && member.users.enter() ? member.taken() : null;
    }

    /** The use of a new connection, or of one that was there first: another is not needed. */
    Lease keep(String share, Upstream opened) {
        lock.lock();
        try {
            Member known = members.get(share);
            if (known != null && known.upstream.isStateless() && known.users.enter()) {
                upstreams.letGo(opened);
                return known.taken();
            }
            Member member = new Member(opened, new UseCount());
            var unused = member.users.enter();
            members.put(share, member);
            if (known != null) {
                upstreams.letGo(known.upstream);
            }
            return member.taken();
        } finally {
            lock.unlock();
        }
    }

    /** Closes those of single callers that nobody has used for so long. */
    void sweep(Duration idle) {
        long now = System.nanoTime();
        List<Upstream> old = new ArrayList<>();
        lock.lock();
        try {
            members.entrySet().removeIf(entry -> {
                Member member = entry.getValue();
                return !entry.getKey().equals(Route.ALL)
                        && member.upstream.idle(now) > idle.toNanos()
                        && member.users.retireIfUnused()
                        && old.add(member.upstream);
            });
        } finally {
            lock.unlock();
        }
        old.forEach(upstreams::letGo);
    }
}
