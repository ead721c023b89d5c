package dev.tenon.server.internal.connection;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.server.LimitType;
import dev.tenon.server.Limits;
import dev.tenon.server.internal.limit.LimitHitCounters;
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

/** The open sessions. It finds them by id, limits their number per caller and in total, and ends idle ones. */
public final class SessionRegistry {
    /** One caller may use this fraction of {@link Limits#sessionBytes}. */
    private static final int MAX_SHARE_DIVISOR = 4;

    private final Map<String, ServerSession> byId = new ConcurrentHashMap<>();
    private final ChangeBroadcaster broadcaster;
    private final Limits limits;
    private final LimitHitCounters counters;
    private final ReentrantLock lock = new ReentrantLock();

    /** The sessions of each caller, including those that are being opened. */
    @GuardedBy("lock") private final Map<String, SessionGroup> byCaller = new HashMap<>();

    @GuardedBy("lock") private final SessionGroup all = new SessionGroup();

    public SessionRegistry(ChangeBroadcaster broadcaster, Limits limits, LimitHitCounters counters) {
        this.broadcaster = broadcaster;
        this.limits = limits;
        this.counters = counters;
    }

    /** Sessions and the total size of the client info that they store. */
    private static final class SessionGroup {
        private final Set<ServerSession> sessions = new HashSet<>();
        private long bytes;

        boolean isFull(int max) {
            return sessions.size() >= max;
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
     * Reserves capacity for a session that is being opened. If there is none, the longest idle sessions of the same
     * caller are ended.
     *
     * @throws RpcException 429 if too few sessions of the caller are idle
     */
    void evictIdleAndReserve(ServerSession session) {
        List<ServerSession> removed = new ArrayList<>();
        lock.lock();
        try {
            for (LimitType exceeded = exceededLimit(session); exceeded != null; exceeded = exceededLimit(session)) {
                ServerSession oldest = findLongestIdle(session.callerKey());
                if (oldest == null) {
                    throw counters.countAndCreateSessionError(exceeded, limits);
                }
                counters.increment(exceeded);
                remove(oldest);
                removed.add(oldest);
            }
            byCaller.computeIfAbsent(session.callerKey(), caller -> new SessionGroup())
                    .add(session);
            all.add(session);
        } finally {
            lock.unlock();
            removed.forEach(this::closeRemoved);
        }
    }

    /** Returns the limit that another session would exceed, or null. */
    @GuardedBy("lock") private @Nullable LimitType exceededLimit(ServerSession session) {
        SessionGroup callerGroup = byCaller.getOrDefault(session.callerKey(), new SessionGroup());
        if (callerGroup.isFull(limits.sessionsPerCaller())) {
            return LimitType.SESSIONS_PER_CALLER;
        }
        if (all.isFull(limits.sessions())) {
            return LimitType.SESSIONS;
        }
        long maxBytes = limits.sessionBytes();
        boolean fits = all.bytes + session.clientInfoBytes() <= maxBytes
                && (callerGroup.sessions.isEmpty()
                        || callerGroup.bytes + session.clientInfoBytes() <= maxBytes / MAX_SHARE_DIVISOR);
        return fits ? null : LimitType.SESSION_BYTES;
    }

    @GuardedBy("lock") private @Nullable ServerSession findLongestIdle(String caller) {
        long now = System.nanoTime();
        return byCaller.getOrDefault(caller, new SessionGroup()).sessions.stream()
                .filter(session -> byId.containsKey(session.id()) && session.idleNanos(now) > 0)
                .max(Comparator.comparingLong(session -> session.idleNanos(now)))
                .orElse(null);
    }

    /**
     * Registers a session for which capacity was reserved: from now on it can be found, and receives notifications of
     * changes.
     */
    void registerReserved(ServerSession session) {
        // In this order: once the session can be found, it can also be ended, which removes it from the broadcaster.
        broadcaster.add(session);
        byId.put(session.id(), session);
    }

    /** Releases the capacity of a session that could not be opened, and closes its forwarding session. */
    void cancelReservationAndClose(ServerSession session) {
        remove(session);
        session.closeForwardingSession();
    }

    private boolean remove(ServerSession session) {
        lock.lock();
        try {
            SessionGroup callerGroup = byCaller.get(session.callerKey());
            if (callerGroup == null || !callerGroup.remove(session)) {
                return false;
            }
            if (callerGroup.sessions.isEmpty()) {
                byCaller.remove(session.callerKey());
            }
            all.remove(session);
            byId.remove(session.id());
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Returns the open session with this id, or null, and marks it as used. */
    @Nullable public ServerSession findAndMarkUsed(String id) {
        ServerSession session = byId.get(id);
        if (session != null) {
            session.markUsed();
        }
        return session;
    }

    /** Ends a session; no effect if it has already ended. */
    public void end(ServerSession session) {
        if (remove(session)) {
            closeRemoved(session);
        }
    }

    private void closeRemoved(ServerSession session) {
        session.end();
        broadcaster.remove(session);
    }

    /** Ends sessions that have been idle for too long, and evicts stale events of the others. */
    public void expireIdleSessionsAndEvents(Consumer<Runnable> executor) {
        long now = System.nanoTime();
        for (ServerSession session : byId.values()) {
            if (session.idleNanos(now) > limits.sessionIdleTimeout().toNanos()) {
                executor.accept(() -> end(session));
            } else {
                session.sink().evictStaleEvents();
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
