package dev.tenon.server.internal.request;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.model.Notifications;
import dev.tenon.model.internal.ChangeNotificationKey;
import dev.tenon.server.LimitType;
import dev.tenon.server.Limits;
import dev.tenon.server.internal.limit.LimitCounters;
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
 * Notifications for one listener that wait while it does not read. That a list or a resource has changed waits once,
 * however often it is told, so such a change is never lost and needs little memory. Log messages without room are
 * dropped. A listener for which too many others wait is disconnected.
 */
public final class NotificationBacklog {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.server");
    private static final Set<String> DROPPABLE = Set.of(Notifications.MESSAGE.name(), Notifications.PROGRESS.name());

    private final BacklogSink listener;
    private final Executor executor;
    private final LimitCounters counters;
    private final int maxChanges;
    private final Limits.QueueLimits otherLimits;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private final Map<Object, Notification> queued = new LinkedHashMap<>();

    /** How many of those that wait tell of no change. */
    @GuardedBy("lock") private int otherCount;

    @GuardedBy("lock") private long otherBytes;

    /** Whether the listener has been asked to say when there is room. */
    @GuardedBy("lock") private boolean callbackRequested;

    /** The way to one listener. Only {@link #disconnect} may wait. */
    public interface BacklogSink {
        /** Sends a notification; false when there is no room or nobody reads, and nothing has happened. */
        boolean trySend(Notification notification);

        /** Keeps a notification for a client that reads later; false where that is not possible. */
        boolean tryStore(Notification notification);

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
    public NotificationBacklog(
            BacklogSink listener,
            Executor later,
            LimitCounters counters,
            int mostChanges,
            Limits.QueueLimits mostOthers) {
        this.listener = listener;
        this.executor = later;
        this.counters = counters;
        this.maxChanges = mostChanges;
        this.otherLimits = mostOthers;
    }

    /** Sends a notification, now or when there is room for it. */
    public void send(Notification notification) {
        boolean full = false;
        lock.lock();
        try {
            if (queued.isEmpty() && listener.trySend(notification)) {
                return;
            }
            ChangeNotificationKey change =
                    ChangeNotificationKey.ofNotification(notification.method(), notification.params());
            if (change == null && listener.tryStore(notification)) {
                return;
            }
            if (DROPPABLE.contains(notification.method())) {
                LOG.debug("Dropped a {} for a client that does not read", notification.method());
                return;
            }
            full = !tryEnqueue(notification, change);
            requestWritableCallback();
        } finally {
            lock.unlock();
        }
        if (full) {
            counters.count(LimitType.QUEUE);
            LOG.warn(
                    "Disconnecting a client that does not read: too many notifications wait for it (limits: subscriptions={}, "
                            + "queue.messages={}, queue.bytes={})",
                    maxChanges,
                    otherLimits.messages(),
                    otherLimits.bytes());
            execute(listener::disconnect);
        }
    }

    /** Lets a notification wait; false when too many do. */
    @GuardedBy("lock") private boolean tryEnqueue(Notification notification, @Nullable ChangeNotificationKey change) {
        int size = change == null ? size(notification) : 0;
        boolean room = change == null
                ? otherCount == 0 || otherCount < otherLimits.messages() && otherBytes + size <= otherLimits.bytes()
                : queued.containsKey(change) || queued.size() - otherCount < maxChanges;
        if (room) {
            queued.putIfAbsent(change == null ? new UniqueEntryKey(size) : change, notification);
            otherCount += change == null ? 1 : 0;
            otherBytes += size;
        }
        return room;
    }

    /** One that tells of no change. Each is something else. */
    private static final class UniqueEntryKey {
        private final int size;

        UniqueEntryKey(int size) {
            this.size = size;
        }
    }

    private static int size(Notification notification) {
        Json params = notification.params();
        return notification.method().length() + (params == null ? 0 : params.sizeInBytes());
    }

    @GuardedBy("lock") private void requestWritableCallback() {
        if (!callbackRequested) {
            callbackRequested = true;
            listener.onWritable(() -> execute(this::drain));
        }
    }

    private void drain() {
        lock.lock();
        try {
            callbackRequested = false;
            Iterator<Map.Entry<Object, Notification>> entries =
                    queued.entrySet().iterator();
            while (entries.hasNext()) {
                Map.Entry<Object, Notification> next = entries.next();
                if (!listener.trySend(next.getValue())) {
                    requestWritableCallback();
                    return;
                }
                if (next.getKey() instanceof UniqueEntryKey other) {
                    otherCount--;
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
            executor.execute(task);
        } catch (RejectedExecutionException e) {
            LOG.debug("The server is closed: nothing more is sent", e);
        }
    }
}
