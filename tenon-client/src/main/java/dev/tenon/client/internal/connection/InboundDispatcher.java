package dev.tenon.client.internal.connection;

import dev.tenon.client.ClientListener;
import dev.tenon.client.RawHandler;
import dev.tenon.codec.KnownMethods;
import dev.tenon.codec.ParamsException;
import dev.tenon.codec.ProtocolCodec;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.InboundMessage;
import dev.tenon.jsonrpc.LeniencyPolicy;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.model.AcknowledgedParams;
import dev.tenon.model.CancelledParams;
import dev.tenon.model.ElicitationCompleteParams;
import dev.tenon.model.EmptyParams;
import dev.tenon.model.LogParams;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;
import dev.tenon.model.Params;
import dev.tenon.model.ProgressParams;
import dev.tenon.model.ResourceUpdatedParams;
import dev.tenon.model.internal.ChangeNotificationKey;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a server sends on its own: notifications, and in the revisions that have them, requests. */
record InboundDispatcher(McpConnection connection, ClientContext crew, ServerRequestExecutor requests) {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.client");

    /** A request of the server. In 2026-07-28 there is none, and a client sends no responses: it is dropped. */
    void dispatchRequest(Request request, @Nullable RequestId exchange) {
        NegotiatedProtocol agreement = connection.protocolOrNull();
        if (agreement != null && agreement.isStateless()) {
            crew.droppedMessages().increment();
            LOG.debug("Dropped a request of the server, which {} does not have", agreement.revision());
        } else {
            requests.execute(request, exchange);
        }
    }

    /** What came was no message; if it was meant as a request, its sender learns why it gets no answer. */
    void rejectMalformed(InboundMessage.InvalidMessage refused) {
        LOG.debug("Dropped what is no message: {}", refused.error().message());
        NegotiatedProtocol agreement = connection.protocolOrNull();
        if (agreement != null && !agreement.isStateless() && refused.id() != null && !refused.notification()) {
            requests.sendResponse(refused.toResponse());
        }
    }

    /** Whether the notification meant anything here. */
    boolean dispatchNotification(Notification notification, @Nullable RequestId exchange) {
        NegotiatedProtocol agreement = connection.protocolOrNull();
        if (agreement == null) {
            return false;
        }
        NotificationType<?> type = agreement.codec().findServerNotification(notification.method());
        Json params = notification.params() == null ? Json.EMPTY_OBJECT : notification.params();
        if (type == null) {
            return dispatchUnknownNotification(notification.method(), params, exchange);
        }
        try {
            return dispatchKnownNotification(
                    type, params, exchange, agreement.codec().decodeNotification(type, params));
        } catch (ParamsException e) {
            LOG.debug("Dropped {}: {}", type, e.getMessage());
            return false;
        }
    }

    /** Nobody here knows it, but perhaps somebody else, who is told all the same. */
    private boolean dispatchUnknownNotification(String method, Json params, @Nullable RequestId exchange) {
        RawHandler handler = crew.config().rawHandler();
        String problem = "No such notification: " + Excerpts.quote(method);
        if (handler == null
                || !KnownMethods.isValidName(method)
                || !connection.leniencyPolicy().allows(LeniencyPolicy.ProtocolCheck.METHODS, problem)) {
            return false;
        }
        enqueueNotification(
                handler, new NotificationType<>(method, EmptyParams.class), params, connection.owner(exchange), null);
        return true;
    }

    private boolean dispatchKnownNotification(
            NotificationType<?> type, Json raw, @Nullable RequestId exchange, Params params) {
        int size = raw.sizeInBytes();
        if (params instanceof ProgressParams progress) {
            return crew.progress().dispatch(progress, size);
        }
        if (params instanceof AcknowledgedParams acknowledged) {
            return crew.listenStreams().acknowledge(acknowledged.meta().subscriptionId(), acknowledged.notifications());
        }
        if (params instanceof CancelledParams cancelled) {
            return handleCancelled(cancelled);
        }
        if (!crew.listenStreams().isKnown(params.meta().subscriptionId())) {
            return false;
        }
        if (params instanceof ResourceUpdatedParams updated) {
            crew.resultCache().invalidateResource(updated.uri());
        } else {
            invalidateCaches(type);
        }
        RawHandler handler = crew.config().rawHandler();
        ChangeNotificationKey change = ChangeNotificationKey.ofNotification(type.name(), raw);
        if (handler == null) {
            enqueueNotification(type, params, size, change);
        } else {
            Json stream = params.meta().subscriptionId();
            Object owner = stream == null
                    ? connection.owner(exchange)
                    : crew.listenStreams().owner(stream);
            enqueueNotification(handler, type, raw, owner, change);
        }
        return true;
    }

    private void enqueueNotification(
            RawHandler handler,
            NotificationType<?> type,
            Json params,
            @Nullable Object owner,
            @Nullable ChangeNotificationKey change) {
        ProtocolCodec wire = connection.protocol().codec();
        Object ofOwner = change == null || owner == null ? change : List.of(change, owner);
        crew.notifications()
                .enqueue(() -> handler.handleNotification(type, params, wire, owner), params.sizeInBytes(), ofOwner);
    }

    private void enqueueNotification(
            NotificationType<?> type, Params params, int size, @Nullable ChangeNotificationKey change) {
        ClientListener listener = crew.config().listener();
        if (params instanceof LogParams log) {
            crew.notifications().enqueue(() -> listener.onLogMessage(log), size, null);
        } else if (params instanceof ResourceUpdatedParams updated) {
            crew.notifications().enqueue(() -> listener.onResourceUpdated(updated.uri()), size, change);
        } else if (params instanceof ElicitationCompleteParams complete) {
            crew.notifications().enqueue(() -> listener.onElicitationComplete(complete.elicitationId()), size, null);
        } else if (type.equals(Notifications.TOOLS_CHANGED)) {
            crew.notifications().enqueue(listener::onToolsChanged, size, change);
        } else if (type.equals(Notifications.PROMPTS_CHANGED)) {
            crew.notifications().enqueue(listener::onPromptsChanged, size, change);
        } else if (type.equals(Notifications.RESOURCES_CHANGED)) {
            crew.notifications().enqueue(listener::onResourcesChanged, size, change);
        }
    }

    /** What was remembered of a list is no longer so. */
    private void invalidateCaches(NotificationType<?> type) {
        crew.resultCache().invalidateLists(type);
        if (type.equals(Notifications.TOOLS_CHANGED)) {
            crew.toolCache().invalidate();
        }
    }

    private boolean handleCancelled(CancelledParams cancelled) {
        if (cancelled.requestId() == null || !RequestId.isValid(cancelled.requestId())) {
            return false;
        }
        return connection.protocol().isStateless()
                ? crew.listenStreams().complete(cancelled.requestId())
                : requests.cancel(new RequestId(cancelled.requestId()));
    }
}
