package dev.tenon.guard.internal;

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
 * Connections to a server that has sessions, for clients that have none. They are shared by the requests of one principal
 * that can do the same; of calls that the server may ask something for there is one at a time on each, where a question does
 * not say for which call it is. As each request says what its client can do, a caller may have a share of them only: beyond it,
 * its connection that was idle for the longest time makes room.
 */
final class Pool {
    private final Upstreams upstreams;
    private final int share;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private final List<Member> members = new ArrayList<>();

    /**
     * An empty pool.
     *
     * @param share the most connections that one caller may have opened
     */
    Pool(Upstreams upstreams, int share) {
        this.upstreams = upstreams;
        this.share = share;
    }

    /** Who may share. */
    record Key(@Nullable String principal, String share, ClientCapabilities capabilities) {}

    /** One connection, who opened it, and who uses it now. */
    private static final class Member {
        private final Key key;
        private final String caller;
        /** Null while it is being opened. */
        private @Nullable Upstream upstream;

        private int users;
        private boolean alone;

        Member(Key key, String caller) {
            this.key = key;
            this.caller = caller;
        }

        /** Returns for how long no request has used it, in nanoseconds; 0 while it is in use or being opened. */
        long idle(long now) {
            return upstream == null || users > 0 ? 0 : upstream.idle(now);
        }
    }

    /** The use of a connection: one that there is, or a new one, in the share of that caller. */
    Lease lease(Key key, String caller, boolean alone, Supplier<Lease> open) {
        Member member = new Member(key, caller);
        Upstream evicted;
        lock.lock();
        try {
            Lease found = find(key, alone);
            if (found != null) {
                return found;
            }
            evicted = makeRoom(caller);
            members.add(member);
        } finally {
            lock.unlock();
        }
        try {
            if (evicted != null) {
                // Here, so that a caller has no more of those that are closing than of those that it opens.
                upstreams.close(evicted);
            }
            return opened(member, alone, open.get());
        } catch (RuntimeException | Error e) {
            remove(member);
            throw e;
        }
    }

    private Lease opened(Member member, boolean alone, Lease lease) {
        Upstream upstream = lease.upstream();
        try {
            if (upstream.isStateless()) {
                remove(member);
                return lease;
            }
            boolean exclusive = alone && !upstream.client().tellsOwners();
            lock.lock();
            try {
                member.upstream = upstream;
                return taken(member, upstream, exclusive);
            } finally {
                lock.unlock();
            }
        } catch (RuntimeException | Error e) {
            lease.close();
            throw e;
        }
    }

    private void remove(Member member) {
        lock.lock();
        try {
            members.remove(member);
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock") private @Nullable Lease find(Key key, boolean alone) {
        for (Member member : members) {
            Upstream upstream = member.upstream;
            if (upstream != null && member.key.equals(key)) {
                boolean exclusive = alone && !upstream.client().tellsOwners();
                if (!(exclusive && member.alone)) {
                    return taken(member, upstream, exclusive);
                }
            }
        }
        return null;
    }

    /** Takes out a connection of a caller that has its share, to be closed; null when it has less. */
    @GuardedBy("lock") private @Nullable Upstream makeRoom(String caller) {
        List<Member> own =
                members.stream().filter(member -> member.caller.equals(caller)).toList();
        if (own.size() < share) {
            return null;
        }
        upstreams.shareMet();
        long now = System.nanoTime();
        Member oldest = own.stream()
                .filter(member -> member.idle(now) > 0)
                .max(Comparator.comparingLong(member -> member.idle(now)))
                .orElseThrow(() -> new RpcException(
                        ErrorCode.BUSY,
                        "Busy: all " + share + " connections of this caller to the server behind are in use"
                                + " (limit: GuardLimits.connectionsPerCaller); try again later"));
        members.remove(oldest);
        return oldest.upstream;
    }

    private Lease taken(Member member, Upstream upstream, boolean alone) {
        member.users++;
        member.alone |= alone;
        return new Lease(upstream, () -> back(member, alone));
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
        List<Upstream> old = new ArrayList<>();
        lock.lock();
        try {
            members.removeIf(member -> {
                Upstream upstream = member.upstream;
                return upstream != null && member.idle(now) > idle.toNanos() && old.add(upstream);
            });
        } finally {
            lock.unlock();
        }
        old.forEach(upstreams::letGo);
    }
}
