package dev.tenon.server.internal;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;
import dev.tenon.server.NotificationInfo;
import dev.tenon.server.Observer;
import dev.tenon.server.Principal;
import dev.tenon.server.RelayService;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes notifications of clients. None is ever answered, whatever is wrong with it. */
final class Notices {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.server");
    private static final Set<String> KNOWN = Set.of(
            Notifications.INITIALIZED.name(),
            Notifications.CANCELLED.name(),
            Notifications.PROGRESS.name(),
            Notifications.ROOTS_CHANGED.name());

    private final Observer observer;

    Notices(Observer observer) {
        this.observer = observer;
    }

    /** Takes a notification that came where these requests are in flight. */
    void take(
            Notification notification,
            @Nullable InFlight inFlight,
            @Nullable Session session,
            @Nullable Principal principal) {
        String label = session == null ? null : session.label();
        boolean known = KNOWN.contains(notification.method());
        Guarded.run(() -> observer.notified(
                new NotificationInfo(notification.method(), principal, label, notification.params(), known)));
        if (notification.method().equals(Notifications.ROOTS_CHANGED.name()) && session != null) {
            relayed(notification, session);
        }
        if (notification.method().equals(Notifications.CANCELLED.name()) && inFlight != null) {
            cancel(notification.params(), inFlight);
        }
    }

    private static void relayed(Notification notification, Session session) {
        RelayService service = session.service();
        NotificationType<?> type = session.wire().clientNotification(notification.method());
        if (service != null && type != null) {
            Json params = notification.params();
            Guarded.run(() -> service.notified(type, params == null ? Json.EMPTY_OBJECT : params));
        }
    }

    /** An unknown, finished or malformed request id is nothing to complain about: answer and cancellation may cross. */
    private static void cancel(@Nullable Json params, InFlight inFlight) {
        Json id = params == null ? null : params.get("requestId");
        Run run = id != null && RequestId.isValid(id) ? inFlight.find(new RequestId(id)) : null;
        if (run != null) {
            Json reason = params == null ? null : params.get("reason");
            String text = reason == null || reason.string() == null ? "" : reason.string();
            LOG.debug("Request {} cancelled by the client: {}", id, dev.tenon.json.Quote.shortened(text));
            run.cancel(text);
        }
    }
}
