package dev.tenon.server.internal.connection;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.server.LimitType;
import dev.tenon.server.Limits;
import dev.tenon.server.internal.limit.LimitCounters;
import dev.tenon.server.internal.request.ChangeBroadcaster;
import dev.tenon.server.internal.request.ServerSession;
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

/**
 * The sessions that are alive: found by id, bounded in number for each caller and in all, dropped when nobody uses
 * them.
 */
public final class SessionRegistry {
    /** One caller may take this part of {@link Limits#sessionBytes}. */
    private static final int MAX_SHARE_DIVISOR = 4;

    private final Map<String, ServerSession> byId = new ConcurrentHashMap<>();
    private final ChangeBroadcaster hub;
    private final Limits limits;
    private final LimitCounters counters;
    private final ReentrantLock lock = new ReentrantLock();

    /** The sessions of each caller, with those that are being opened. */
    @GuardedBy("lock") private final Map<String, SessionGroup> shares = new HashMap<>();

    @GuardedBy("lock") private final SessionGroup all = new SessionGroup();

    public SessionRegistry(ChangeBroadcaster hub, Limits limits, LimitCounters counters) {
        this.hub = hub;
        this.limits = limits;
        this.counters = counters;
    }

    /** Sessions, and the size of what their clients say of themselves. */
    private static final class SessionGroup {
        private final Set<ServerSession> sessions = new HashSet<>();
        private long bytes;

        boolean isFull(int most) {
            return sessions.size() >= most;
        }

        void add(ServerSession session) {
            sessions.add(session);
            bytes += session.clientInfoBytes();
        }

        boolean remove(ServerSession session) {
            boolean removed = sessions.remove(session);
            bytes -= removed ? session.clientInfoBytes() : 0;
            return removed;
        }
    }

    /**
     * Takes a place for a session that is being opened. Where there is none, sessions of the same caller end, those
     * that were idle for the longest time.
     *
     * @throws RpcException 429 when too few sessions of the caller are idle
     */
    void reserve(ServerSession session) {
        List<ServerSession> removed = new ArrayList<>();
        lock.lock();
        try {
            for (LimitType met = exceededLimit(session); met != null; met = exceededLimit(session)) {
                ServerSession oldest = findOldestIdle(session.callerKey());
                if (oldest == null) {
                    throw counters.countTooManySessions(met, limits);
                }
                counters.count(met);
                remove(oldest);
                removed.add(oldest);
            }
            shares.computeIfAbsent(session.callerKey(), caller -> new SessionGroup())
                    .add(session);
            all.add(session);
        } finally {
            lock.unlock();
            removed.forEach(this::closeRemoved);
        }
    }

    /** Returns the bound that another session would break, or null. */
    @GuardedBy("lock") private @Nullable LimitType exceededLimit(ServerSession another) {
        SessionGroup own = shares.getOrDefault(another.callerKey(), new SessionGroup());
        if (own.isFull(limits.sessionsPerCaller())) {
            return LimitType.SESSIONS_PER_CALLER;
        }
        if (all.isFull(limits.sessions())) {
            return LimitType.SESSIONS;
        }
        long most = limits.sessionBytes();
        boolean fits = all.bytes + another.clientInfoBytes() <= most
                && (own.sessions.isEmpty() || own.bytes + another.clientInfoBytes() <= most / MAX_SHARE_DIVISOR);
        return fits ? null : LimitType.SESSION_BYTES;
    }

    @GuardedBy("lock") private @Nullable ServerSession findOldestIdle(String caller) {
        long now = System.nanoTime();
        return shares.getOrDefault(caller, new SessionGroup()).sessions.stream()
                .filter(session -> byId.containsKey(session.id()) && session.idleNanos(now) > 0)
                .max(Comparator.comparingLong(session -> session.idleNanos(now)))
                .orElse(null);
    }

    /** Takes in a session for which a place was reserved: from now on it is found. */
    void add(ServerSession session) {
        byId.put(session.id(), session);
        hub.add(session);
    }

    /** Gives back the place of a session that could not be opened. */
    void cancelReservation(ServerSession session) {
        lock.lock();
        try {
            remove(session);
        } finally {
            lock.unlock();
        }
        session.closeForwardingSession();
    }

    @GuardedBy("lock") private boolean remove(ServerSession session) {
        SessionGroup own = shares.get(session.callerKey());
        if (own == null || !own.remove(session)) {
            return false;
        }
        if (own.sessions.isEmpty()) {
            shares.remove(session.callerKey());
        }
        all.remove(session);
        byId.remove(session.id());
        return true;
    }

    /** The session of that id, if it is alive; it counts as used now. */
    @Nullable public ServerSession find(String id) {
        ServerSession session = byId.get(id);
        if (session != null) {
            session.markUsed();
        }
        return session;
    }

    /** Ends a session; false when it had ended before. */
    public boolean end(ServerSession session) {
        boolean removed;
        lock.lock();
        try {
            removed = remove(session);
        } finally {
            lock.unlock();
        }
        if (removed) {
            closeRemoved(session);
        }
        return removed;
    }

    private void closeRemoved(ServerSession session) {
        session.end();
        hub.remove(session);
    }

    /** Decides which sessions end, as they were not used for too long, and tidies up the others. */
    public void expireIdle(Consumer<Runnable> then) {
        long now = System.nanoTime();
        for (ServerSession session : byId.values()) {
            if (session.idleNanos(now) > limits.sessionIdleTimeout().toNanos()) {
                then.accept(() -> end(session));
            } else {
                session.sink().evictStale();
            }
        }
    }

    public void forEach(Consumer<ServerSession> action) {
        byId.values().forEach(action);
    }

    public int size() {
        return byId.size();
    }
}
