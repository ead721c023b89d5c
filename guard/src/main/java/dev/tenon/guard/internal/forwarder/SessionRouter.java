package dev.tenon.guard.internal.forwarder;

import static dev.tenon.guard.internal.log.GuardLog.LOG;
import static dev.tenon.guard.policy.MessageDirection.TO_CLIENT;
import static dev.tenon.guard.policy.MessageDirection.TO_SERVER;

import dev.tenon.client.Subscription;
import dev.tenon.client.error.McpClientException;
import dev.tenon.codec.ParamsException;
import dev.tenon.codec.ProtocolCodec;
import dev.tenon.guard.internal.error.UpstreamErrorMapper;
import dev.tenon.guard.observer.ObservedSession;
import dev.tenon.guard.policy.Caller;
import dev.tenon.internal.concurrent.SerialTaskQueue;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;
import dev.tenon.model.ServerCapabilities;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.server.forwarder.DownstreamClient;
import dev.tenon.server.forwarder.ForwardedCall;
import dev.tenon.server.forwarder.ServerDescription;
import dev.tenon.server.forwarder.SubscriptionSink;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Routes the messages of a client with a session: over its own upstream connection, or over a shared one if the
 * upstream has no sessions.
 */
public final class SessionRouter implements UpstreamRouter, UpstreamNotificationListener {
    private final DownstreamClient client;
    private final MessageInterceptor interceptor;
    private final ProtocolCodec downstreamCodec;
    private final UpstreamLease lease;
    private final UpstreamConnection upstream;
    private final UpstreamConnections upstreams;
    private final String sharingKey;
    private final int maxRounds;
    private final Map<String, Subscription> subscriptions = new ConcurrentHashMap<>();
    /** Notifications of the client that the upstream has not accepted yet. */
    private final SerialTaskQueue notificationQueue;

    private volatile Runnable onSessionEnd = () -> {};
    private volatile boolean isClosed;
    private volatile @Nullable Subscription listChangeSubscription;

    private SessionRouter(
            DownstreamClient client, MessageInterceptor interceptor, UpstreamConnections upstreams, int maxRounds) {
        this.client = client;
        this.interceptor = interceptor;
        this.lease = upstreams.leaseForSession(client);
        this.downstreamCodec = ProtocolCodec.of(client.revision(), null);
        this.upstream = lease.upstream();
        this.upstreams = upstreams;
        this.sharingKey = upstreams.sharingKey(client.principal());
        this.maxRounds = maxRounds;
        this.notificationQueue = upstreams.createNotificationQueue();
    }

    /**
     * Connects to the upstream.
     *
     * @param maxRounds how often the upstream can request input by a result during one call
     */
    public static SessionRouter open(
            DownstreamClient client, MessageInterceptor interceptor, UpstreamConnections upstreams, int maxRounds) {
        SessionRouter router = new SessionRouter(client, interceptor, upstreams, maxRounds);
        try {
            router.attachUpstreamAndReportStart();
            return router;
        } catch (RuntimeException | Error e) {
            router.closeSubscriptionsAndRelease();
            throw e;
        }
    }

    /**
     * Subscribes to list changes if the upstream has no sessions, else dedicates the upstream connection to this
     * session. Then notifies the observer of the start, and keeps the action for the end.
     */
    private void attachUpstreamAndReportStart() {
        if (upstream.isStateless()) {
            subscribeToListChanges();
        } else {
            upstream.dedicateTo(this);
        }
        onSessionEnd = interceptor
                .observer()
                .onSessionStart(new ObservedSession(true, interceptor.upstream(), client.revision()));
    }

    /**
     * Subscribes to list changes: an upstream without sessions requires that, while a client with a session never does.
     */
    private void subscribeToListChanges() {
        ServerCapabilities capabilities = upstream.serverInfoOrConnect().capabilities();
        SubscriptionFilter filter = new SubscriptionFilter(
                capabilities.tools() != null && capabilities.tools().listChanged(),
                capabilities.prompts() != null && capabilities.prompts().listChanged(),
                capabilities.resources() != null && capabilities.resources().listChanged(),
                List.of());
        if (!filter.equals(SubscriptionFilter.NONE)) {
            try {
                listChangeSubscription = openUpstreamSubscription(filter);
            } catch (McpClientException e) {
                String text =
                        "Could not subscribe to list changes, clients will not be notified: upstream={}, cause={}";
                LOG.warn(text, interceptor.upstream(), UpstreamErrorMapper.redactedMessage(e));
            }
        }
    }

    @Override
    public ServerDescription unfilteredServerDescription() {
        return upstream.describe(upstream.serverInfoOrConnect());
    }

    @Override
    public @Nullable UpstreamRoute acquireRoute(CallPipeline.DownstreamRequest request, boolean mayBlock) {
        Method<?, ?> method = request.method();
        boolean isOwn = method.equals(Methods.SUBSCRIBE)
                || method.equals(Methods.UNSUBSCRIBE)
                || method.equals(Methods.SET_LEVEL);
        if (isOwn && !mayBlock) {
            return null;
        }
        // The session owns the connection, so there is no lease to release.
        return new UpstreamRoute(upstream, () -> {}, (filtered, pipeline) -> {
            requireSameRights(request.call());
            Json localResult = isOwn ? handleSubscriptionOrLevel(method, filtered) : null;
            if (localResult != null) {
                pipeline.completeUnlessContinuing(() -> localResult);
                return;
            }
            new SessionCall(filtered, downstreamCodec, upstream, pipeline, maxRounds).start();
        });
    }

    /** Handles requests that the upstream's revision expresses differently; returns null for requests to forward. */
    private @Nullable Json handleSubscriptionOrLevel(Method<?, ?> method, Json params) {
        if (method.equals(Methods.SUBSCRIBE)) {
            return subscribe(
                    downstreamCodec.decodeParams(Methods.SUBSCRIBE, params).uri());
        }
        if (method.equals(Methods.UNSUBSCRIBE)) {
            return unsubscribe(
                    downstreamCodec.decodeParams(Methods.UNSUBSCRIBE, params).uri());
        }
        // Upstreams without sessions get the level with each request.
        return upstream.isStateless() ? Json.EMPTY_OBJECT : null;
    }

    /** Opens a subscription; its listener receives only what the server attributes to it. */
    private Subscription openUpstreamSubscription(SubscriptionFilter filter) {
        UpstreamNotificationListener listener = new UpstreamNotificationListener() {
            @Override
            public void onNotification(NotificationType<?> type, Json params, ProtocolCodec upstreamCodec) {
                SessionRouter.this.onNotification(type, params, upstreamCodec);
            }
        };
        return upstream.openSubscription(filter, listener, () -> {});
    }

    /** Rejects requests with other rights than those of the session's creator, which the upstream connection has. */
    private void requireSameRights(ForwardedCall call) {
        if (!sharingKey.equals(upstreams.sharingKey(call.principal()))) {
            throw new RpcException(
                    ErrorCode.INVALID_REQUEST, "This session was started with other credentials; start a new session");
        }
    }

    private Json subscribe(String uri) {
        Subscription subscription =
                openUpstreamSubscription(SubscriptionFilter.NONE.withResourceSubscriptions(List.of(uri)));
        Subscription previous = subscriptions.put(uri, subscription);
        if (previous != null) {
            previous.close();
        }
        if (isClosed) {
            subscription.close();
        }
        return Json.EMPTY_OBJECT;
    }

    private Json unsubscribe(String uri) {
        Subscription subscription = subscriptions.remove(uri);
        if (subscription != null) {
            subscription.close();
        }
        return Json.EMPTY_OBJECT;
    }

    @Override
    public SubscriptionFilter openSubscription(SubscriptionFilter filter, SubscriptionSink stream) {
        throw new RpcException(ErrorCode.METHOD_NOT_FOUND, "Clients with a session cannot open subscription streams");
    }

    @Override
    public void forwardClientNotification(NotificationType<?> type, Json params) {
        Object coalescingKey = type.equals(Notifications.ROOTS_CHANGED) ? type : null;
        if (!notificationQueue.tryAdd(
                () -> filterAndForwardNotification(type, params), params.sizeInBytes(), coalescingKey)) {
            upstreams.onQueueFull();
        }
    }

    /**
     * Filters a notification of the client and sends it to the upstream. Drops it if the session is closed, the
     * policies reject it or it cannot be forwarded. A failure is only logged.
     */
    private void filterAndForwardNotification(NotificationType<?> type, Json params) {
        if (isClosed) {
            return;
        }
        try {
            Json filtered = interceptor.filterNotification(TO_SERVER, caller(), type, params, client.revision());
            if (filtered != null && canForward(type, filtered)) {
                upstream.client().sendSessionNotification(type, filtered);
            }
        } catch (RuntimeException e) {
            upstreams.warnNotificationDropped(e.toString());
        }
    }

    /**
     * Returns whether a notification can be forwarded. Servers have crashed on invalid notifications and on those for
     * undeclared capabilities.
     */
    private boolean canForward(NotificationType<?> type, Json params) {
        if (type.equals(Notifications.ROOTS_CHANGED) && client.capabilities().roots() == null) {
            return false;
        }
        if (downstreamCodec.findClientNotification(type.name()) == null) {
            return !upstream.isStateless();
        }
        try {
            downstreamCodec.decodeNotification(type, params);
            return true;
        } catch (ParamsException e) {
            LOG.debug("Dropped an invalid notification of the client: cause={}", e.getMessage());
            return false;
        }
    }

    @Override
    public UpstreamLease leaseUpstream(boolean mayBlock) {
        return new UpstreamLease(upstream, () -> {});
    }

    @Override
    public Map<String, Json> fetchToolsByName() {
        try (UpstreamLease lease = leaseNewestRevisionOrOwn()) {
            return lease.upstream().toolDefinitions().fetchAndCacheAll();
        }
    }

    /** Leases a connection in the newest revision of the server; falls back to the session's own. */
    private UpstreamLease leaseNewestRevisionOrOwn() {
        try {
            return upstreams.leaseForRequest(client, false);
        } catch (McpClientException | RpcException e) {
            String text = "Could not open a second connection to list tools, listing them in the session's revision"
                    + " only: upstream={}, revision={}, cause={}";
            String cause = UpstreamErrorMapper.redactedMessage(e);
            LOG.warn(text, interceptor.upstream(), upstream.revision(), cause);
            return new UpstreamLease(upstream, () -> {});
        }
    }

    /** Forwards a request of the server that belongs to no known call of the session. */
    Json forwardServerRequest(Method<?, ?> method, Json params, ProtocolCodec upstreamCodec)
            throws InterruptedException {
        RevisionTranslator translator = new RevisionTranslator(downstreamCodec, upstreamCodec);
        ClientCapabilityCheck.requireDeclared(translator.decodeInputRequest(method, params), client.capabilities());
        InterceptedCall serverCall =
                interceptor.startInterceptedServerCall(caller(), method, params, upstreamCodec.revision());
        return serverCall.askClient(downstreamCodec.revision(), filtered -> {
            Json translated = translator.translateServerRequest(method, filtered);
            return translator.translateClientResult(method, client.requestInput(method, translated));
        });
    }

    @Override
    public boolean acceptsUnattributed(NotificationType<?> type, Json params) {
        return true;
    }

    @Override
    public void onNotification(NotificationType<?> type, Json params, ProtocolCodec upstreamCodec) {
        RevisionTranslator translator = new RevisionTranslator(downstreamCodec, upstreamCodec);
        Json filtered = translator.canForwardToClient(type)
                ? interceptor.filterNotification(TO_CLIENT, caller(), type, params, upstreamCodec.revision())
                : null;
        if (filtered != null) {
            client.sendNotification(type, translator.translateNotification(type, filtered));
        }
    }

    private Caller caller() {
        return MessageInterceptor.callerOf(client.principal());
    }

    @Override
    public void close() {
        upstreams.executeBlocking(() -> {
            try {
                onSessionEnd.run();
            } finally {
                closeSubscriptionsAndRelease();
            }
        });
    }

    /**
     * Marks the session as closed, closes its subscriptions unless the connection is dedicated, and releases the
     * upstream connection.
     */
    private void closeSubscriptionsAndRelease() {
        isClosed = true;
        // Closing a dedicated connection ends its subscriptions; unsubscribing could restart a lost server.
        if (!upstream.isDedicated()) {
            subscriptions.values().forEach(Subscription::close);
            Subscription listChanges = listChangeSubscription;
            if (listChanges != null) {
                listChanges.close();
            }
        }
        lease.close();
    }
}
