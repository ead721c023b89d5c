package dev.tenon.server.internal.request;

import static dev.tenon.server.internal.error.IncidentLog.LOG;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.model.Notifications;
import dev.tenon.model.internal.ChangeNotificationKey;
import dev.tenon.server.LimitType;
import dev.tenon.server.Limits.QueueLimits;
import dev.tenon.server.internal.limit.LimitHitCounters;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Queues the notifications of one listener while it does not read. Each list or resource is queued at most once for its
 * changes, so no change is lost and little memory is needed. Log messages without capacity are dropped. A listener with
 * too many other queued notifications is disconnected.
 */
public final class NotificationBacklog {
    private static final Set<String> DROPPABLE = Set.of(Notifications.MESSAGE.name(), Notifications.PROGRESS.name());

    private final BacklogSink listener;
    private final Executor executor;
    private final LimitHitCounters counters;
    private final long maxChanges;
    private final QueueLimits otherLimits;
    private final ReentrantLock lock = new ReentrantLock();

    /** The queued notifications by the key of their change; one that is not about a change has a unique key. */
    @GuardedBy("lock") private final Map<Object, Notification> queued = new LinkedHashMap<>();

    /** Number of queued notifications that are not about changes. */
    @GuardedBy("lock") private int otherCount;

    @GuardedBy("lock") private long otherBytes;

    /** Whether the listener has been asked to call back when it has capacity. */
    @GuardedBy("lock") private boolean callbackRequested;

    /** Sends to one listener. Only {@link #disconnect} may block. */
    public interface BacklogSink {
        /** Sends a notification; returns false, without effect, if there is no capacity or no reader. */
        boolean trySend(Notification notification);

        /** Stores a notification for a client that reads later; returns false if that is not possible. */
        default boolean tryStore(Notification notification) {
            return false;
        }

        /** Runs an action once, when there may be capacity again or the listener has disconnected. */
        void onWritable(Runnable action);

        /** Disconnects the client. */
        void disconnect();
    }

    /**
     * Creates an empty backlog.
     *
     * @param executor sends queued notifications when there is capacity again
     * @param maxChanges the number of lists and resources whose change can be queued
     * @param limits the limits of the other queued notifications, in number and bytes; one is always accepted
     */
    public NotificationBacklog(
            BacklogSink listener, Executor executor, LimitHitCounters counters, long maxChanges, QueueLimits limits) {
        this.listener = listener;
        this.executor = executor;
        this.counters = counters;
        this.maxChanges = maxChanges;
        this.otherLimits = limits;
    }

    /** Sends a notification, immediately or when there is capacity for it. */
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
                LOG.debug("Dropped a notification for a client that does not read: method={}", notification.method());
                return;
            }
            full = !tryEnqueue(notification, change);
            requestWritableCallback();
        } finally {
            lock.unlock();
        }
        if (full) {
            counters.increment(LimitType.QUEUE);
            LOG.warn(
                    "Disconnecting a client that does not read: too many queued notifications (limits:"
                            + " subscriptions={}, queue.messages={}, queue.bytes={})",
                    maxChanges,
                    otherLimits.messages(),
                    otherLimits.bytes());
            execute(listener::disconnect);
        }
    }

    /** Queues a notification; returns false if the queue is full. */
    @GuardedBy("lock") private boolean tryEnqueue(Notification notification, @Nullable ChangeNotificationKey change) {
        int size = change == null ? size(notification) : 0;
        boolean accepted = change == null
                ? otherCount == 0 || otherCount < otherLimits.messages() && otherBytes + size <= otherLimits.bytes()
                : queued.containsKey(change) || queued.size() - otherCount < maxChanges;
        if (accepted) {
            queued.putIfAbsent(change == null ? new Object() : change, notification);
            otherCount += change == null ? 1 : 0;
            otherBytes += size;
        }
        return accepted;
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
                if (!(next.getKey() instanceof ChangeNotificationKey)) {
                    otherCount--;
                    otherBytes -= size(next.getValue());
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
            LOG.debug("Dropped queued notifications because the server is closed", e);
        }
    }
}
