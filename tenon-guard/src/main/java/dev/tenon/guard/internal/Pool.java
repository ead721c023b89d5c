package dev.tenon.guard.internal;

import dev.tenon.model.ClientCapabilities;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Connections to a server that has sessions, for clients that have none. They are shared by the requests of one principal
 * that can do the same; of calls that the server may ask something for there is one at a time on each, where a question does
 * not say for which call it is.
 */
final class Pool {
    private final Upstreams upstreams;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Member> members = new ArrayList<>();

    Pool(Upstreams upstreams) {
        this.upstreams = upstreams;
    }

    /** Who may share. */
    record Key(@Nullable String principal, String share, ClientCapabilities capabilities) {}

    /** One connection, and who uses it now. */
    private static final class Member {
        private final Key key;
        private final Upstream upstream;
        private int users;
        private boolean alone;

        Member(Key key, Upstream upstream) {
            this.key = key;
            this.upstream = upstream;
        }
    }

    /** The use of a connection: one that there is, or a new one. */
    Lease lease(Key key, boolean alone, Supplier<Lease> open) {
        Lease found = find(key, alone);
        if (found != null) {
            return found;
        }
        Lease lease = open.get();
        Upstream opened = lease.upstream();
        boolean exclusive;
        try {
            if (opened.isStateless()) {
                return lease;
            }
            exclusive = alone && !opened.client().tellsOwners();
        } catch (RuntimeException | Error e) {
            lease.close();
            throw e;
        }
        lock.lock();
        try {
            Member member = new Member(key, opened);
            members.add(member);
            return taken(member, exclusive);
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Lease find(Key key, boolean alone) {
        lock.lock();
        try {
            for (Member member : members) {
                boolean exclusive = alone && !member.upstream.client().tellsOwners();
                if (member.key.equals(key) && !(exclusive && member.alone)) {
                    return taken(member, exclusive);
                }
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    private Lease taken(Member member, boolean alone) {
        member.users++;
        member.alone |= alone;
        return new Lease(member.upstream, () -> back(member, alone));
    }

    private void back(Member member, boolean alone) {
        lock.lock();
        try {
            member.users--;
            if (alone) {
                member.alone = false;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Closes those that nobody has used for so long. */
    void sweep(Duration idle) {
        long now = System.nanoTime();
        List<Member> old;
        lock.lock();
        try {
            old = members.stream()
                    .filter(m -> m.users == 0 && m.upstream.idle(now) > idle.toNanos())
                    .toList();
            members.removeAll(old);
        } finally {
            lock.unlock();
        }
        old.forEach(member -> upstreams.letGo(member.upstream));
    }
}
