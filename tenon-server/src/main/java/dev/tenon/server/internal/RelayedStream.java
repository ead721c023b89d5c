package dev.tenon.server.internal;

import dev.tenon.json.Json;
import dev.tenon.model.NotificationType;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.server.RelayStream;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A stream whose news somebody else has; what comes before it is open waits, within a bound. */
final class RelayedStream implements RelayStream {
    private static final int MOST_EARLY = 64;

    private final ActiveCall call;
    private final Hub hub;
    private final ReentrantLock lock = new ReentrantLock();
    private final Queue<Runnable> early = new ArrayDeque<>();
    private @Nullable ListenStream open;
    private boolean ended;

    RelayedStream(ActiveCall call, Hub hub) {
        this.call = call;
        this.hub = hub;
    }

    /** Says what is honoured, and then what has come meanwhile. */
    void open(SubscriptionFilter honoured) {
        ListenStream stream = new ListenStream(call, honoured, hub);
        call.run().atEnd(() -> hub.remove(stream));
        lock.lock();
        try {
            stream.open(hub);
            open = stream;
            early.forEach(Runnable::run);
            early.clear();
            if (ended) {
                stream.end();
            }
        } finally {
            lock.unlock();
        }
        if (call.run().isOver()) {
            hub.remove(stream);
        }
    }

    @Override
    public void tell(NotificationType<?> type, Json params) {
        if (call.scope().wire().serverNotification(type.name()) == null) {
            return;
        }
        lock.lock();
        try {
            if (open != null) {
                open.tell(type, params);
            } else if (early.size() < MOST_EARLY) {
                early.add(() -> tell(type, params));
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void end() {
        lock.lock();
        try {
            ended = true;
            if (open != null) {
                open.end();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void whenOver(Runnable action) {
        call.run().atEnd(action);
    }
}
