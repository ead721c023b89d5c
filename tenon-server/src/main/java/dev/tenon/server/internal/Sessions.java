package dev.tenon.server.internal;

import dev.tenon.jsonrpc.RpcException;
import dev.tenon.server.Bound;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The sessions that are alive: found by id, bounded in number, dropped when nobody uses them. */
final class Sessions {
    private final Map<String, Session> byId = new ConcurrentHashMap<>();
    private final AtomicInteger count = new AtomicInteger();
    private final Hub hub;
    private final int most;
    private final BoundCounters counters;
    private final long idleNanos;

    Sessions(Hub hub, int most, Duration idle, BoundCounters counters) {
        this.hub = hub;
        this.most = most;
        this.counters = counters;
        this.idleNanos = idle.toNanos();
    }

    /**
     * Takes in a session.
     *
     * @throws RpcException 429 when there are too many
     */
    void add(Session session) {
        if (count.incrementAndGet() > most) {
            count.decrementAndGet();
            throw counters.busy(Bound.SESSIONS, "this server has " + most + " sessions; try again later");
        }
        byId.put(session.id(), session);
        hub.add(session);
    }

    /** As {@link #add}, for one that is served already: when there is no room, whoever serves it is let go. */
    void take(Session session) {
        try {
            add(session);
        } catch (RpcException e) {
            session.leaveService();
            throw e;
        }
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
        if (byId.remove(session.id()) == null) {
            return false;
        }
        count.decrementAndGet();
        session.end();
        hub.remove(session);
        return true;
    }

    /** Decides which sessions end, as they were not used for too long, and tidies up the others. */
    void sweep(Consumer<Runnable> then) {
        long now = System.nanoTime();
        for (Session session : byId.values()) {
            if (session.idleNanos(now) > idleNanos) {
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
        return count.get();
    }
}
