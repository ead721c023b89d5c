package dev.tenon.server.internal.dispatch;

import static dev.tenon.server.internal.error.IncidentLog.LOG;

import dev.tenon.codec.KnownMethods;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.LeniencyPolicy;
import dev.tenon.jsonrpc.LeniencyPolicy.ProtocolCheck;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.model.EmptyParams;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.forwarder.ForwardingSession;
import dev.tenon.server.internal.observer.ObserverInvoker;
import dev.tenon.server.internal.request.RequestExecution;
import dev.tenon.server.internal.request.ServerSession;
import dev.tenon.server.internal.request.SessionRequestRegistry;
import dev.tenon.server.observer.NotificationInfo;
import dev.tenon.server.observer.ServerObserver;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Handles notifications from clients. They never get a response, even if they are invalid. */
public record ClientNotificationHandler(ServerObserver observer, LeniencyPolicy leniency) {
    private static final Set<String> KNOWN = Set.of(
            Notifications.INITIALIZED.name(),
            Notifications.CANCELLED.name(),
            Notifications.PROGRESS.name(),
            Notifications.ROOTS_CHANGED.name());

    /**
     * Handles a notification.
     *
     * @param inFlight the requests that it can cancel, or null
     */
    public void handle(
            Notification notification,
            @Nullable SessionRequestRegistry inFlight,
            @Nullable ServerSession session,
            @Nullable CallerPrincipal principal) {
        String label = session == null ? null : session.opaqueLogLabel();
        boolean known = KNOWN.contains(notification.method());
        ObserverInvoker.invoke(() -> observer.onNotification(
                new NotificationInfo(notification.method(), principal, label, notification.params(), known)));
        ForwardingSession forwardingSession = session == null ? null : session.forwardingSession();
        if (session != null && forwardingSession != null && isForwarded(notification.method(), known)) {
            NotificationType<?> type = session.codec().findClientNotification(notification.method());
            forward(notification, type, forwardingSession);
        }
        if (notification.method().equals(Notifications.CANCELLED.name()) && inFlight != null) {
            cancelRequest(notification.params(), inFlight);
        }
    }

    /** Known notifications about requests are not forwarded: their effect on the request is. */
    private boolean isForwarded(String method, boolean known) {
        return known
                ? method.equals(Notifications.ROOTS_CHANGED.name())
                : KnownMethods.isValidName(method)
                        && leniency.allows(ProtocolCheck.METHODS, "No such notification: " + Excerpts.quote(method));
    }

    private static void forward(
            Notification notification, @Nullable NotificationType<?> known, ForwardingSession forwardingSession) {
        NotificationType<?> type =
                known == null ? new NotificationType<>(notification.method(), EmptyParams.class) : known;
        Json params = notification.params() == null ? Json.EMPTY_OBJECT : notification.params();
        ObserverInvoker.invoke(() -> forwardingSession.onNotification(type, params));
    }

    /** Ignores an unknown, completed or invalid request id, because response and cancellation can cross. */
    private static void cancelRequest(@Nullable Json params, SessionRequestRegistry inFlight) {
        Json id = params == null ? null : params.get("requestId");
        RequestExecution execution = id != null && RequestId.isValid(id) ? inFlight.find(new RequestId(id)) : null;
        if (execution != null) {
            Json reason = params == null ? null : params.get("reason");
            String text = reason == null || reason.string() == null ? "" : reason.string();
            LOG.debug("Request cancelled by the client: id={}, reason={}", id, Excerpts.quote(text));
            execution.cancel();
        }
    }
}
