package dev.tenon.server.internal;

import dev.tenon.json.Json;
import dev.tenon.json.Quote;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.Tolerance;
import dev.tenon.model.EmptyParams;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;
import dev.tenon.server.NotificationInfo;
import dev.tenon.server.Observer;
import dev.tenon.server.Principal;
import dev.tenon.server.RelayService;
import dev.tenon.wire.KnownMethods;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes notifications of clients. None is ever answered, whatever is wrong with it. */
record Notices(Observer observer, Tolerance tolerance) {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.server");
    private static final Set<String> KNOWN = Set.of(
            Notifications.INITIALIZED.name(),
            Notifications.CANCELLED.name(),
            Notifications.PROGRESS.name(),
            Notifications.ROOTS_CHANGED.name());

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
        if (session != null && session.service() != null && isForRelay(notification.method(), known)) {
            relayed(notification, session);
        }
        if (notification.method().equals(Notifications.CANCELLED.name()) && inFlight != null) {
            cancel(notification.params(), inFlight);
        }
    }

    /** What is about one of the requests is not told apart from them. */
    private boolean isForRelay(String method, boolean known) {
        return known
                ? method.equals(Notifications.ROOTS_CHANGED.name())
                : KnownMethods.isName(method)
                        && tolerance.lets(Tolerance.Check.METHODS, "No such notification: " + Quote.shortened(method));
    }

    private static void relayed(Notification notification, Session session) {
        RelayService service = session.service();
        NotificationType<?> known = session.wire().clientNotification(notification.method());
        NotificationType<?> type =
                known == null ? new NotificationType<>(notification.method(), EmptyParams.class) : known;
        if (service != null) {
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
            LOG.debug("Request {} cancelled by the client: {}", id, Quote.shortened(text));
            run.cancel();
        }
    }
}
