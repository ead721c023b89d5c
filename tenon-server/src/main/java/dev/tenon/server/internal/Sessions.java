package dev.tenon.server.internal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.server.Bound;
import dev.tenon.server.Limits;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The sessions that are alive: found by id, bounded in number for each caller and in all, dropped when nobody uses them. */
final class Sessions {
    /** One caller may take this part of {@link Limits#sessionBytes}. */
    private static final int CALLERS = 4;

    private final Map<String, Session> byId = new ConcurrentHashMap<>();
    private final Hub hub;
    private final Limits limits;
    private final BoundCounters counters;
    private final ReentrantLock lock = new ReentrantLock();

    /** The sessions of each caller, with those that are being opened. */
    @GuardedBy("lock") private final Map<String, Share> shares = new HashMap<>();

    @GuardedBy("lock") private final Share all = new Share();

    Sessions(Hub hub, Limits limits, BoundCounters counters) {
        this.hub = hub;
        this.limits = limits;
        this.counters = counters;
    }

    /** Sessions, and the size of what their clients say of themselves. */
    private static final class Share {
        private final Set<Session> sessions = new HashSet<>();
        private long bytes;

        boolean isFull(int most) {
            return sessions.size() >= most;
        }

        void add(Session session) {
            sessions.add(session);
            bytes += session.bytes();
        }

        boolean remove(Session session) {
            boolean removed = sessions.remove(session);
            bytes -= removed ? session.bytes() : 0;
            return removed;
        }
    }

    /**
     * Takes a place for a session that is being opened. Where there is none, sessions of the same caller end, those that were idle for
     * the longest time.
     *
     * @throws RpcException 429 when too few sessions of the caller are idle
     */
    void reserve(Session session) {
        List<Session> removed = new ArrayList<>();
        lock.lock();
        try {
            for (Bound met = met(session); met != null; met = met(session)) {
                Session oldest = oldestIdle(session.caller());
                if (oldest == null) {
                    throw counters.tooManySessions(met, limits);
                }
                counters.met(met);
                remove(oldest);
                removed.add(oldest);
            }
            shares.computeIfAbsent(session.caller(), caller -> new Share()).add(session);
            all.add(session);
        } finally {
            lock.unlock();
            removed.forEach(this::ended);
        }
    }

    /** Returns the bound that another session would break, or null. */
    @GuardedBy("lock") private @Nullable Bound met(Session another) {
        Share own = shares.getOrDefault(another.caller(), new Share());
        if (own.isFull(limits.sessionsPerCaller())) {
            return Bound.SESSIONS_PER_CALLER;
        }
        if (all.isFull(limits.sessions())) {
            return Bound.SESSIONS;
        }
        long most = limits.sessionBytes();
        boolean fits = all.bytes + another.bytes() <= most
                && (own.sessions.isEmpty() || own.bytes + another.bytes() <= most / CALLERS);
        return fits ? null : Bound.SESSION_BYTES;
    }

    @GuardedBy("lock") private @Nullable Session oldestIdle(String caller) {
        long now = System.nanoTime();
        return shares.getOrDefault(caller, new Share()).sessions.stream()
                .filter(session -> byId.containsKey(session.id()) && session.idleNanos(now) > 0)
                .max(Comparator.comparingLong(session -> session.idleNanos(now)))
                .orElse(null);
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
        Share own = shares.get(session.caller());
        if (own == null || !own.remove(session)) {
            return false;
        }
        if (own.sessions.isEmpty()) {
            shares.remove(session.caller());
        }
        all.remove(session);
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
