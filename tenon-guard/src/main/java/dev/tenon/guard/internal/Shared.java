package dev.tenon.guard.internal;

import dev.tenon.guard.credentials.Route;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
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
    /** Held by those who change what there is. */
    private final ReentrantLock lock = new ReentrantLock();

    private final Map<String, Member> members = new ConcurrentHashMap<>();

    Shared(Upstreams upstreams) {
        this.upstreams = upstreams;
    }

    /** One connection, and how many use it now. */
    private static final class Member {
        private static final int LEFT = -1;

        private final Upstream upstream;
        private final AtomicInteger users = new AtomicInteger();

        Member(Upstream upstream) {
            this.upstream = upstream;
        }

        /** False when it is about to be closed: nobody takes it any more. */
        boolean enter() {
            return users.getAndUpdate(now -> now == LEFT ? LEFT : now + 1) != LEFT;
        }

        /** Nobody takes it from now on; false when somebody uses it. */
        boolean leave() {
            return users.compareAndSet(0, LEFT);
        }
    }

    /** The use of the connection for those; null when there is none that fits. Waits for nothing but that test. */
    @Nullable Lease find(String share, Predicate<Upstream> fits) {
        Member member = members.get(share);
        return member != null && fits.test(member.upstream) && member.enter() ? taken(member) : null;
    }

    /** The use of a new connection, or of one that was there first: another is not needed. */
    Lease keep(String share, Upstream opened) {
        lock.lock();
        try {
            Member known = members.get(share);
            if (known != null && known.upstream.isStateless() && known.enter()) {
                upstreams.letGo(opened);
                return taken(known);
            }
            Member member = new Member(opened);
            member.enter();
            members.put(share, member);
            if (known != null) {
                upstreams.letGo(known.upstream);
            }
            return taken(member);
        } finally {
            lock.unlock();
        }
    }

    /** The use of one that was entered. */
    private static Lease taken(Member member) {
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
                        && member.upstream.idle(now) > idle.toNanos()
                        && member.leave();
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
