package dev.tenon.client.internal.connection;

import static dev.tenon.client.internal.connection.ClientContext.LOG;

import dev.tenon.client.ClientListener;
import dev.tenon.client.RawHandler;
import dev.tenon.codec.KnownMethods;
import dev.tenon.codec.ParamsException;
import dev.tenon.codec.ProtocolCodec;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.LeniencyPolicy;
import dev.tenon.jsonrpc.MessageReadResult;
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

/** Dispatches notifications of the server, and in the revisions that have them, its requests. */
record InboundDispatcher(McpConnection connection, ClientContext context, ServerRequestExecutor requests) {
    /**
     * Dispatches a request of the server. Under 2026-07-28 servers send no requests and clients no responses: it is
     * dropped.
     */
    void dispatchRequest(Request request, @Nullable RequestId exchange) {
        NegotiatedProtocol protocol = connection.protocolOrNull();
        if (protocol != null && protocol.isStateless()) {
            context.droppedMessages().increment();
            LOG.debug("Dropped a request of the server: {} has no server requests", protocol.revision());
        } else {
            requests.execute(request, exchange);
        }
    }

    /** Rejects an invalid message; if it was meant as a request, the server gets an error response. */
    void rejectMalformed(MessageReadResult.InvalidMessage invalid) {
        LOG.debug("Dropped an invalid message: {}", invalid.error().message());
        NegotiatedProtocol protocol = connection.protocolOrNull();
        if (protocol != null && !protocol.isStateless() && invalid.id() != null && !invalid.isNotification()) {
            requests.sendResponse(invalid.toResponse());
        }
    }

    /**
     * Dispatches a notification.
     *
     * @return false if it was dropped
     */
    boolean dispatchNotification(Notification notification, @Nullable RequestId exchange) {
        NegotiatedProtocol protocol = connection.protocolOrNull();
        if (protocol == null) {
            return false;
        }
        NotificationType<?> type = protocol.codec().findServerNotification(notification.method());
        Json params = notification.params() == null ? Json.EMPTY_OBJECT : notification.params();
        if (type == null) {
            return dispatchUnknownNotification(notification.method(), params, exchange);
        }
        try {
            return dispatchKnownNotification(
                    type, params, exchange, protocol.codec().decodeNotification(type, params));
        } catch (ParamsException e) {
            LOG.debug("Dropped {}: {}", type, e.getMessage());
            return false;
        }
    }

    /** Dispatches a notification that the revision does not define, if the raw handler tolerates that. */
    private boolean dispatchUnknownNotification(String method, Json params, @Nullable RequestId exchange) {
        RawHandler handler = context.config().rawHandler();
        String problem = "No such notification: " + Excerpts.quote(method);
        if (handler == null
                || !KnownMethods.isValidName(method)
                || !connection.leniencyPolicy.allows(LeniencyPolicy.ProtocolCheck.METHODS, problem)) {
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
            return context.progress().dispatch(progress, size);
        }
        if (params instanceof AcknowledgedParams acknowledged) {
            return context.listenStreams()
                    .acknowledge(acknowledged.meta().subscriptionId(), acknowledged.notifications());
        }
        if (params instanceof CancelledParams cancelled) {
            return cancelRequestOrListenStream(cancelled);
        }
        if (!context.listenStreams().isKnownOrNull(params.meta().subscriptionId())) {
            return false;
        }
        if (params instanceof ResourceUpdatedParams updated) {
            context.resultCache().invalidateResource(updated.uri());
        } else {
            context.resultCache().invalidateLists(type);
            if (type.equals(Notifications.TOOLS_CHANGED)) {
                context.toolCache().invalidate();
            }
        }
        RawHandler handler = context.config().rawHandler();
        ChangeNotificationKey change = ChangeNotificationKey.ofNotification(type.name(), raw);
        if (handler == null) {
            enqueueNotification(type, params, size, change);
        } else {
            Json stream = params.meta().subscriptionId();
            Object owner = stream == null
                    ? connection.owner(exchange)
                    : context.listenStreams().owner(stream);
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
        ProtocolCodec codec = connection.protocol().codec();
        Object mergeKey = change == null || owner == null ? change : List.of(change, owner);
        Runnable call = () -> handler.handleNotification(type, params, codec, owner);
        context.notifications().enqueueOrDrop(call, params.sizeInBytes(), mergeKey);
    }

    private void enqueueNotification(
            NotificationType<?> type, Params params, int size, @Nullable ChangeNotificationKey change) {
        ClientListener listener = context.config().listener();
        if (params instanceof LogParams log) {
            context.notifications().enqueueOrDrop(() -> listener.onLogMessage(log), size, null);
        } else if (params instanceof ResourceUpdatedParams updated) {
            context.notifications().enqueueOrDrop(() -> listener.onResourceUpdated(updated.uri()), size, change);
        } else if (params instanceof ElicitationCompleteParams complete) {
            context.notifications()
                    .enqueueOrDrop(() -> listener.onElicitationComplete(complete.elicitationId()), size, null);
        } else if (type.equals(Notifications.TOOLS_CHANGED)) {
            context.notifications().enqueueOrDrop(listener::onToolsChanged, size, change);
        } else if (type.equals(Notifications.PROMPTS_CHANGED)) {
            context.notifications().enqueueOrDrop(listener::onPromptsChanged, size, change);
        } else if (type.equals(Notifications.RESOURCES_CHANGED)) {
            context.notifications().enqueueOrDrop(listener::onResourcesChanged, size, change);
        }
    }

    private boolean cancelRequestOrListenStream(CancelledParams cancelled) {
        if (cancelled.requestId() == null || !RequestId.isValid(cancelled.requestId())) {
            return false;
        }
        return connection.protocol().isStateless()
                ? context.listenStreams().complete(cancelled.requestId())
                : requests.cancel(new RequestId(cancelled.requestId()));
    }
}
