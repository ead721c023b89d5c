package dev.tenon.client.internal;

import dev.tenon.client.ClientListener;
import dev.tenon.client.WireHandler;
import dev.tenon.json.Json;
import dev.tenon.json.Quote;
import dev.tenon.jsonrpc.Inbound;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.Tolerance;
import dev.tenon.model.AcknowledgedParams;
import dev.tenon.model.CancelledParams;
import dev.tenon.model.ChangeKey;
import dev.tenon.model.ElicitationCompleteParams;
import dev.tenon.model.EmptyParams;
import dev.tenon.model.LogParams;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;
import dev.tenon.model.Params;
import dev.tenon.model.ProgressParams;
import dev.tenon.model.ResourceUpdatedParams;
import dev.tenon.wire.KnownMethods;
import dev.tenon.wire.ParamsException;
import dev.tenon.wire.Wire;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a server sends on its own: notifications, and in the revisions that have them, requests. */
record Incoming(Connection connection, Crew crew, ServerRequests requests) {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.client");

    /** A request of the server. In 2026-07-28 there is none, and a client sends no responses: it is dropped. */
    void request(Request request, @Nullable RequestId exchange) {
        Agreement agreement = connection.agreementOrNull();
        if (agreement != null && agreement.isStateless()) {
            crew.dropped().increment();
            LOG.debug("Dropped a request of the server, which {} does not have", agreement.revision());
        } else {
            requests.take(request, exchange);
        }
    }

    /** What came was no message; if it was meant as a request, its sender learns why it gets no answer. */
    void refused(Inbound.Refused refused) {
        LOG.debug("Dropped what is no message: {}", refused.error().message());
        Agreement agreement = connection.agreementOrNull();
        if (agreement != null && !agreement.isStateless() && refused.id() != null && !refused.notification()) {
            requests.reply(refused.answer());
        }
    }

    /** Whether the notification meant anything here. */
    boolean notification(Notification notification, @Nullable RequestId exchange) {
        Agreement agreement = connection.agreementOrNull();
        if (agreement == null) {
            return false;
        }
        NotificationType<?> type = agreement.wire().serverNotification(notification.method());
        Json params = notification.params() == null ? Json.EMPTY_OBJECT : notification.params();
        if (type == null) {
            return strange(notification.method(), params, exchange);
        }
        try {
            return take(type, params, exchange, agreement.wire().decodeNotification(type, params));
        } catch (ParamsException e) {
            LOG.debug("Dropped {}: {}", type, e.getMessage());
            return false;
        }
    }

    /** Nobody here knows it, but perhaps somebody else, who is told all the same. */
    private boolean strange(String method, Json params, @Nullable RequestId exchange) {
        WireHandler handler = crew.host().wire();
        String problem = "No such notification: " + Quote.shortened(method);
        if (handler == null
                || !KnownMethods.isName(method)
                || !connection.tolerance().lets(Tolerance.Check.METHODS, problem)) {
            return false;
        }
        tell(handler, new NotificationType<>(method, EmptyParams.class), params, connection.owner(exchange), null);
        return true;
    }

    private boolean take(NotificationType<?> type, Json raw, @Nullable RequestId exchange, Params params) {
        int size = raw.size();
        if (params instanceof ProgressParams progress) {
            return crew.progress().news(progress, size);
        }
        if (params instanceof AcknowledgedParams acknowledged) {
            return crew.watching().acknowledged(acknowledged.meta().subscriptionId(), acknowledged.notifications());
        }
        if (params instanceof CancelledParams cancelled) {
            return cancelled(cancelled);
        }
        if (!crew.watching().isKnown(params.meta().subscriptionId())) {
            return false;
        }
        if (params instanceof ResourceUpdatedParams updated) {
            crew.cache().resourceUpdated(updated.uri());
        } else {
            changed(type);
        }
        WireHandler handler = crew.host().wire();
        ChangeKey change = ChangeKey.of(type.name(), raw);
        if (handler == null) {
            tell(type, params, size, change);
        } else {
            Json stream = params.meta().subscriptionId();
            Object owner = stream == null
                    ? connection.owner(exchange)
                    : crew.watching().owner(stream);
            tell(handler, type, raw, owner, change);
        }
        return true;
    }

    private void tell(
            WireHandler handler,
            NotificationType<?> type,
            Json params,
            @Nullable Object owner,
            @Nullable ChangeKey change) {
        Wire wire = connection.agreement().wire();
        Object ofOwner = change == null || owner == null ? change : List.of(change, owner);
        crew.notices().tell(() -> handler.notified(type, params, wire, owner), params.size(), ofOwner);
    }

    private void tell(NotificationType<?> type, Params params, int size, @Nullable ChangeKey change) {
        ClientListener listener = crew.host().listener();
        if (params instanceof LogParams log) {
            crew.notices().tell(() -> listener.log(log), size, null);
        } else if (params instanceof ResourceUpdatedParams updated) {
            crew.notices().tell(() -> listener.resourceUpdated(updated.uri()), size, change);
        } else if (params instanceof ElicitationCompleteParams complete) {
            crew.notices().tell(() -> listener.elicitationCompleted(complete.elicitationId()), size, null);
        } else if (type.equals(Notifications.TOOLS_CHANGED)) {
            crew.notices().tell(listener::toolsChanged, size, change);
        } else if (type.equals(Notifications.PROMPTS_CHANGED)) {
            crew.notices().tell(listener::promptsChanged, size, change);
        } else if (type.equals(Notifications.RESOURCES_CHANGED)) {
            crew.notices().tell(listener::resourcesChanged, size, change);
        }
    }

    /** What was remembered of a list is no longer so. */
    private void changed(NotificationType<?> type) {
        crew.cache().changed(type);
        if (type.equals(Notifications.TOOLS_CHANGED)) {
            crew.tools().changed();
        }
    }

    private boolean cancelled(CancelledParams cancelled) {
        if (cancelled.requestId() == null || !RequestId.isValid(cancelled.requestId())) {
            return false;
        }
        return connection.agreement().isStateless()
                ? crew.watching().ended(cancelled.requestId())
                : requests.cancel(new RequestId(cancelled.requestId()));
    }
}
