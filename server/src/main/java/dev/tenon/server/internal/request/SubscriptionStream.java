package dev.tenon.server.internal.request;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.model.AcknowledgedParams;
import dev.tenon.model.CancelledParams;
import dev.tenon.model.ListenResult;
import dev.tenon.model.MetaKey;
import dev.tenon.model.Methods;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;
import dev.tenon.model.Params;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.server.call.CallerPrincipal;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * An open {@code subscriptions/listen} request (2026-07-28, basic/patterns/subscriptions). Its acknowledgement is sent
 * first, and all messages on it contain its id.
 */
public final class SubscriptionStream implements NotificationBacklog.BacklogSink {
    private final ActiveCall call;
    private final SubscriptionFilter filter;
    private final ReentrantLock lock = new ReentrantLock();
    private final NotificationBacklog backlog;

    private SubscriptionStream(ActiveCall call, SubscriptionFilter filter, ChangeBroadcaster broadcaster) {
        this.call = call;
        this.filter = filter;
        this.backlog = broadcaster.createBacklog(this);
    }

    /** Opens a stream: adds it to the broadcaster until the request ends, and acknowledges it. */
    public static SubscriptionStream open(ActiveCall call, SubscriptionFilter filter, ChangeBroadcaster broadcaster) {
        SubscriptionStream stream = new SubscriptionStream(call, filter, broadcaster);
        call.execution().onCompletion(() -> broadcaster.remove(stream));
        stream.addAndAcknowledge(broadcaster);
        if (call.execution().isCompleted()) {
            broadcaster.remove(stream);
        }
        return stream;
    }

    @Override
    public boolean trySend(Notification notification) {
        return call.execution().trySendNotification(notification);
    }

    @Override
    public void onWritable(Runnable action) {
        call.execution().runOnceWritable(action);
    }

    @Override
    public void disconnect() {
        call.execution().cancel();
    }

    SubscriptionFilter filter() {
        return filter;
    }

    /** Returns whether the caller that opened it may see items that need these scopes. */
    boolean canSee(Set<String> needed) {
        return call.context().hasScopes(needed);
    }

    boolean hasExpiredCredentials(Instant now) {
        CallerPrincipal caller = call.context().principal();
        return caller != null && caller.isExpired(now);
    }

    /** The lock ensures that a change in between is sent after the acknowledgement. */
    private void addAndAcknowledge(ChangeBroadcaster broadcaster) {
        lock.lock();
        try {
            broadcaster.add(this);
            backlog.send(
                    encodeNotification(Notifications.ACKNOWLEDGED, AcknowledgedParams.of(filter, subscriptionId())));
        } finally {
            lock.unlock();
        }
    }

    <P extends Params> void sendNotification(NotificationType<P> type, P params) {
        sendNotification(type, call.context().codec().encodeNotification(type, params));
    }

    /** Sends an encoded notification, tagged with the id of this stream. */
    public void sendNotification(NotificationType<?> type, Json params) {
        Json meta = params.get("_meta");
        Json tagged = (meta == null || !meta.isObject() ? Json.EMPTY_OBJECT : meta)
                .withMember(MetaKey.SUBSCRIPTION_ID, subscriptionId());
        lock.lock();
        try {
            backlog.send(new Notification(type.name(), params.withMember("_meta", tagged)));
        } finally {
            lock.unlock();
        }
    }

    /**
     * Ends the subscription with a result, and on a connection also with the cancellation that an earlier wording of
     * the specification requires.
     */
    public void end() {
        ListenResult listenResult = ListenResult.of(subscriptionId());
        Json result = call.context().codec().encodeResult(Methods.LISTEN, listenResult);
        RequestExecution execution = call.execution();
        boolean ended = execution.tryComplete(RequestCompletion.of(execution.id(), listenResult, result, null));
        if (ended && call.context().headers() == null) {
            CancelledParams params = CancelledParams.of(subscriptionId(), "subscription ended");
            execution.trySendAfterCompletion(encodeNotification(Notifications.CANCELLED, params));
        }
    }

    private <P extends Params> Notification encodeNotification(NotificationType<P> type, P params) {
        return new Notification(type.name(), call.context().codec().encodeNotification(type, params));
    }

    private Json subscriptionId() {
        return call.execution().id().json();
    }
}
