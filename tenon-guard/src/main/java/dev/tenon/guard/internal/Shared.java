package dev.tenon.guard.internal;

import dev.tenon.guard.credentials.Route;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Connections to a server that has no sessions: one for all who are the same to it. Where who calls does not matter, that is
 * one, which stays.
 */
final class Shared {
    private final Upstreams upstreams;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Member> members = new HashMap<>();

    Shared(Upstreams upstreams) {
        this.upstreams = upstreams;
    }

    /** One connection, and how many use it now. */
    private static final class Member {
        private final Upstream upstream;
        /** Raised under the lock only, so that nobody takes what is just closed. */
        private final AtomicInteger users = new AtomicInteger();

        Member(Upstream upstream) {
            this.upstream = upstream;
        }
    }

    /** The use of the connection for those; null when there is none that fits. */
    @Nullable Lease find(String share, Predicate<Upstream> fits) {
        lock.lock();
        try {
            Member member = members.get(share);
            return member != null && fits.test(member.upstream) ? taken(member) : null;
        } finally {
            lock.unlock();
        }
    }

    /** As the other, on a thread that must not wait: null also while somebody else looks for one. */
    @Nullable Lease findNow(String share, Predicate<Upstream> fits) {
        if (!lock.tryLock()) {
            return null;
        }
        try {
            Member member = members.get(share);
            return member != null && fits.test(member.upstream) ? taken(member) : null;
        } finally {
            lock.unlock();
        }
    }

    /** The use of a new connection, or of one that was there first: another is not needed. */
    Lease keep(String share, Upstream opened) {
        lock.lock();
        try {
            Member known = members.get(share);
            if (known != null && known.upstream.isStateless()) {
                upstreams.letGo(opened);
                return taken(known);
            }
            Member member = new Member(opened);
            members.put(share, member);
            if (known != null) {
                upstreams.letGo(known.upstream);
            }
            return taken(member);
        } finally {
            lock.unlock();
        }
    }

    private Lease taken(Member member) {
        member.users.incrementAndGet();
        AtomicBoolean given = new AtomicBoolean();
        return new Lease(member.upstream, () -> {
            if (given.compareAndSet(false, true)) {
                member.users.decrementAndGet();
            }
        });
    }

    /** Closes those of single callers that nobody has used for so long. */
    void sweep(Duration idle) {
        long now = System.nanoTime();
        List<Upstream> old = new ArrayList<>();
        lock.lock();
        try {
            members.entrySet().removeIf(entry -> {
                Member member = entry.getValue();
                boolean over = !entry.getKey().equals(Route.ALL)
                        && member.users.get() == 0
                        && member.upstream.idle(now) > idle.toNanos();
                if (over) {
                    old.add(member.upstream);
                }
                return over;
            });
        } finally {
            lock.unlock();
        }
        old.forEach(upstreams::letGo);
    }
}
