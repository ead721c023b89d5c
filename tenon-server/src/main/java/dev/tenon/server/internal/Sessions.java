package dev.tenon.server.internal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.server.Bound;
import dev.tenon.server.Limits;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The sessions that are alive: found by id, bounded in number for each caller and in all, dropped when nobody uses them. */
final class Sessions {
    private final Map<String, Session> byId = new ConcurrentHashMap<>();
    private final Hub hub;
    private final Limits limits;
    private final BoundCounters counters;
    private final ReentrantLock lock = new ReentrantLock();

    /** The sessions of each caller, with those that are being opened. */
    @GuardedBy("lock") private final Map<String, Set<Session>> byCaller = new HashMap<>();

    @GuardedBy("lock") private int count;

    Sessions(Hub hub, Limits limits, BoundCounters counters) {
        this.hub = hub;
        this.limits = limits;
        this.counters = counters;
    }

    /**
     * Takes a place for a session that is being opened. When there is none, the session of the same caller that was idle for the
     * longest time ends.
     *
     * @throws RpcException 429 when the caller has no idle session
     */
    void reserve(Session session) {
        Session oldest;
        lock.lock();
        try {
            oldest = replaced(byCaller.getOrDefault(session.caller(), Set.of()));
            if (oldest != null) {
                remove(oldest);
            }
            byCaller.computeIfAbsent(session.caller(), caller -> new HashSet<>())
                    .add(session);
            count++;
        } finally {
            lock.unlock();
        }
        if (oldest != null) {
            ended(oldest);
        }
    }

    /** Returns the session of this caller that has to end before another begins, or null. */
    @GuardedBy("lock") private @Nullable Session replaced(Set<Session> own) {
        boolean shareTaken = own.size() >= limits.sessionsPerCaller();
        if (!shareTaken && count < limits.sessions()) {
            return null;
        }
        Bound bound = shareTaken ? Bound.SESSIONS_PER_CALLER : Bound.SESSIONS;
        long now = System.nanoTime();
        Session oldest = own.stream()
                .filter(session -> byId.containsKey(session.id()) && session.idleNanos(now) > 0)
                .max(Comparator.comparingLong(session -> session.idleNanos(now)))
                .orElseThrow(() -> counters.tooManySessions(bound, limits));
        counters.met(bound);
        return oldest;
    }

    /** Takes in a session for which a place was reserved: from now on it is found. */
    void add(Session session) {
        byId.put(session.id(), session);
        hub.add(session);
    }

    /** Gives back the place of a session that could not be opened. */
    void forget(Session session) {
        lock.lock();
        try {
            remove(session);
        } finally {
            lock.unlock();
        }
        session.leaveService();
    }

    @GuardedBy("lock") private boolean remove(Session session) {
        Set<Session> own = byCaller.get(session.caller());
        if (own == null || !own.remove(session)) {
            return false;
        }
        if (own.isEmpty()) {
            byCaller.remove(session.caller());
        }
        count--;
        byId.remove(session.id());
        return true;
    }

    /** The session of that id, if it is alive; it counts as used now. */
    @Nullable Session find(String id) {
        Session session = byId.get(id);
        if (session != null) {
            session.touch();
        }
        return session;
    }

    /** Ends a session; false when it had ended before. */
    boolean end(Session session) {
        boolean removed;
        lock.lock();
        try {
            removed = remove(session);
        } finally {
            lock.unlock();
        }
        if (removed) {
            ended(session);
        }
        return removed;
    }

    private void ended(Session session) {
        session.end();
        hub.remove(session);
    }

    /** Decides which sessions end, as they were not used for too long, and tidies up the others. */
    void sweep(Consumer<Runnable> then) {
        long now = System.nanoTime();
        for (Session session : byId.values()) {
            if (session.idleNanos(now) > limits.sessionIdle().toNanos()) {
                then.accept(() -> end(session));
            } else {
                session.outlet().sweep();
            }
        }
    }

    void forEach(Consumer<Session> action) {
        byId.values().forEach(action);
    }

    int size() {
        return byId.size();
    }
}
