package dev.tenon.server.internal;

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
import dev.tenon.server.Principal;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One {@code subscriptions/listen} request that is open (2026-07-28, basic/patterns/subscriptions). Its acknowledgement comes
 * first, and everything on it carries its id.
 */
final class ListenStream implements NotificationBacklog.Listener {
    private final ActiveCall call;
    private final SubscriptionFilter filter;
    private final ReentrantLock lock = new ReentrantLock();
    private final NotificationBacklog backlog;

    ListenStream(ActiveCall call, SubscriptionFilter filter, Hub hub) {
        this.call = call;
        this.filter = filter;
        this.backlog = hub.backlog(this);
    }

    @Override
    public boolean trySend(Notification notification) {
        return call.run().tryNotify(notification);
    }

    @Override
    public boolean keep(Notification notification) {
        return false;
    }

    @Override
    public void onWritable(Runnable action) {
        call.run().onWritable(action);
    }

    @Override
    public void disconnect() {
        call.run().cancel();
    }

    SubscriptionFilter filter() {
        return filter;
    }

    /** Whether whoever opened it may know of what needs these scopes. */
    boolean maySee(Set<String> needed) {
        return call.scope().permits(needed);
    }

    boolean isExpired(Instant now) {
        Principal caller = call.scope().principal();
        return caller != null && caller.isExpired(now);
    }

    /** Takes the stream into the hub and acknowledges it; a change in between waits for the acknowledgement. */
    void open(Hub hub) {
        lock.lock();
        try {
            hub.add(this);
            send(Notifications.ACKNOWLEDGED, AcknowledgedParams.of(filter, id()));
        } finally {
            lock.unlock();
        }
    }

    <P extends Params> void tell(NotificationType<P> type, P params) {
        tell(type, call.scope().wire().encodeNotification(type, params));
    }

    /** Tells what is written already. */
    void tell(NotificationType<?> type, Json params) {
        Json meta = params.get("_meta");
        Json tagged = (meta == null || !meta.isObject() ? Json.EMPTY_OBJECT : meta).with(MetaKey.SUBSCRIPTION_ID, id());
        lock.lock();
        try {
            backlog.send(new Notification(type.name(), params.with("_meta", tagged)));
        } finally {
            lock.unlock();
        }
    }

    /** Ends the subscription from this side: a result, and on a connection the cancellation that older text asks for. */
    void end() {
        ListenResult answer = ListenResult.of(id());
        Json result = call.scope().wire().encodeResult(Methods.LISTEN, answer);
        boolean ended = call.run().end(Ending.of(call.run().id(), answer, result, null));
        if (ended && call.scope().headers() == null) {
            call.run()
                    .afterReply(notification(Notifications.CANCELLED, CancelledParams.of(id(), "subscription ended")));
        }
    }

    private <P extends Params> void send(NotificationType<P> type, P params) {
        backlog.send(notification(type, params));
    }

    private <P extends Params> Notification notification(NotificationType<P> type, P params) {
        return new Notification(type.name(), call.scope().wire().encodeNotification(type, params));
    }

    private Json id() {
        return call.run().id().json();
    }
}
