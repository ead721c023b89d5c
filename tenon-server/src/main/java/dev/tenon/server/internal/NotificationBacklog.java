package dev.tenon.server.internal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.model.ChangeKey;
import dev.tenon.model.Notifications;
import dev.tenon.server.Bound;
import dev.tenon.server.Limits;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notifications for one listener that wait while it does not read. That a list or a resource has changed waits once, however often
 * it is told, so such a change is never lost and needs little memory. Log messages without room are dropped. A listener for which
 * too many others wait is disconnected.
 */
final class NotificationBacklog {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.server");
    private static final Set<String> DROPPABLE = Set.of(Notifications.MESSAGE.name(), Notifications.PROGRESS.name());

    private final Listener listener;
    private final Executor later;
    private final BoundCounters counters;
    private final int mostChanges;
    private final Limits.Queue mostOthers;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private final Map<Object, Notification> waiting = new LinkedHashMap<>();

    /** How many of those that wait tell of no change. */
    @GuardedBy("lock") private int others;

    @GuardedBy("lock") private long otherBytes;

    /** Whether the listener has been asked to say when there is room. */
    @GuardedBy("lock") private boolean armed;

    /** The way to one listener. Only {@link #disconnect} may wait. */
    interface Listener {
        /** Sends a notification; false when there is no room or nobody reads, and nothing has happened. */
        boolean trySend(Notification notification);

        /** Keeps a notification for a client that reads later; false where that is not possible. */
        boolean keep(Notification notification);

        /** Runs an action once, when there may be room again or the listener has gone. */
        void onWritable(Runnable action);

        /** Disconnects the client. */
        void disconnect();
    }

    /**
     * A backlog with nothing in it.
     *
     * @param later runs what is sent when there is room again
     * @param mostChanges lists and resources whose change may wait to be told
     * @param mostOthers bounds the other notifications that wait, in number and bytes; one is always taken
     */
    NotificationBacklog(
            Listener listener, Executor later, BoundCounters counters, int mostChanges, Limits.Queue mostOthers) {
        this.listener = listener;
        this.later = later;
        this.counters = counters;
        this.mostChanges = mostChanges;
        this.mostOthers = mostOthers;
    }

    /** Sends a notification, now or when there is room for it. */
    void send(Notification notification) {
        boolean full = false;
        lock.lock();
        try {
            if (waiting.isEmpty() && listener.trySend(notification)) {
                return;
            }
            ChangeKey change = ChangeKey.of(notification.method(), notification.params());
            if (change == null && listener.keep(notification)) {
                return;
            }
            if (DROPPABLE.contains(notification.method())) {
                LOG.debug("Dropped a {} for a client that does not read", notification.method());
                return;
            }
            full = !waits(notification, change);
            arm();
        } finally {
            lock.unlock();
        }
        if (full) {
            counters.met(Bound.QUEUE);
            LOG.warn(
                    "Disconnecting a client that does not read: too many notifications wait for it (limits: subscriptions={}, "
                            + "queue.messages={}, queue.bytes={})",
                    mostChanges,
                    mostOthers.messages(),
                    mostOthers.bytes());
            execute(listener::disconnect);
        }
    }

    /** Lets a notification wait; false when too many do. */
    @GuardedBy("lock") private boolean waits(Notification notification, @Nullable ChangeKey change) {
        int size = change == null ? size(notification) : 0;
        boolean room = change == null
                ? others == 0 || others < mostOthers.messages() && otherBytes + size <= mostOthers.bytes()
                : waiting.containsKey(change) || waiting.size() - others < mostChanges;
        if (room) {
            waiting.putIfAbsent(change == null ? new Other(size) : change, notification);
            others += change == null ? 1 : 0;
            otherBytes += size;
        }
        return room;
    }

    /** One that tells of no change. Each is something else. */
    private static final class Other {
        private final int size;

        Other(int size) {
            this.size = size;
        }
    }

    private static int size(Notification notification) {
        Json params = notification.params();
        return notification.method().length() + (params == null ? 0 : params.size());
    }

    @GuardedBy("lock") private void arm() {
        if (!armed) {
            armed = true;
            listener.onWritable(() -> execute(this::drain));
        }
    }

    private void drain() {
        lock.lock();
        try {
            armed = false;
            Iterator<Map.Entry<Object, Notification>> entries =
                    waiting.entrySet().iterator();
            while (entries.hasNext()) {
                Map.Entry<Object, Notification> next = entries.next();
                if (!listener.trySend(next.getValue())) {
                    arm();
                    return;
                }
                if (next.getKey() instanceof Other other) {
                    others--;
                    otherBytes -= other.size;
                }
                entries.remove();
            }
        } finally {
            lock.unlock();
        }
    }

    private void execute(Runnable task) {
        try {
            later.execute(task);
        } catch (RejectedExecutionException e) {
            LOG.debug("The server is closed: nothing more is sent", e);
        }
    }
}
