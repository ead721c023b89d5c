package dev.tenon.guard.internal.forwarder;

import dev.tenon.client.Subscription;
import dev.tenon.client.error.McpClientException;
import dev.tenon.codec.ParamsException;
import dev.tenon.codec.ProtocolCodec;
import dev.tenon.guard.GuardLimits;
import dev.tenon.guard.internal.error.UpstreamErrorMapper;
import dev.tenon.guard.observer.ObservedSession;
import dev.tenon.guard.policy.Caller;
import dev.tenon.guard.policy.MessageDirection;
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
import dev.tenon.server.forwarder.NotificationSink;
import dev.tenon.server.forwarder.ServerDescription;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves a session in front: by a connection of its own, or by the one that all share. */
public final class SessionRouter implements UpstreamRouter, UpstreamNotificationListener {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");
    private static final Json DONE = Json.EMPTY_OBJECT;

    private final DownstreamClient client;
    private final PolicyFilter checkpoint;
    private final ProtocolCodec downstreamCodec;
    private final UpstreamLease lease;
    private final UpstreamConnection upstream;
    private final UpstreamConnections upstreams;
    private final String sharingKey;
    private final GuardLimits limits;
    private final Map<String, Subscription> subscriptions = new ConcurrentHashMap<>();
    /** What the client tells the server, as far as the server has not taken it. */
    private final SerialTaskQueue notificationQueue;

    private volatile Runnable endObservation = () -> {};
    private volatile boolean ended;
    private volatile @Nullable Subscription listChangeSubscription;

    private SessionRouter(
            DownstreamClient front,
            PolicyFilter checkpoint,
            UpstreamLease lease,
            UpstreamConnections upstreams,
            GuardLimits limits) {
        this.client = front;
        this.checkpoint = checkpoint;
        this.downstreamCodec = ProtocolCodec.of(front.revision(), null);
        this.lease = lease;
        this.upstream = lease.upstream();
        this.upstreams = upstreams;
        this.sharingKey = upstreams.sharingKey(front.principal());
        this.limits = limits;
        this.notificationQueue = upstreams.createNotificationQueue();
    }

    public static SessionRouter open(
            DownstreamClient front, PolicyFilter checkpoint, UpstreamConnections upstreams, GuardLimits limits) {
        SessionRouter service =
                new SessionRouter(front, checkpoint, upstreams.leaseForSession(front), upstreams, limits);
        try {
            service.start();
            return service;
        } catch (RuntimeException | Error e) {
            service.releaseUpstream();
            throw e;
        }
    }

    private void start() {
        if (upstream.isStateless()) {
            subscribeToListChanges();
        } else {
            upstream.dedicateTo(this);
        }
        endObservation = checkpoint
                .observer()
                .onSessionStart(new ObservedSession(true, checkpoint.upstream(), client.revision()));
    }

    /** A server without sessions tells of changes only who asked for that, which a client of a session never does. */
    private void subscribeToListChanges() {
        ServerCapabilities can = upstream.serverInfo().capabilities();
        SubscriptionFilter wanted = new SubscriptionFilter(
                can.tools() != null && can.tools().listChanged(),
                can.prompts() != null && can.prompts().listChanged(),
                can.resources() != null && can.resources().listChanged(),
                List.of());
        if (!wanted.equals(SubscriptionFilter.NONE)) {
            try {
                listChangeSubscription = upstream.openSubscription(wanted, subscriptionListener(), () -> {});
            } catch (McpClientException e) {
                LOG.warn(
                        "Changes of lists will not be told of: upstream={}, cause={}",
                        checkpoint.upstream(),
                        UpstreamErrorMapper.redactedMessage(e));
            }
        }
    }

    @Override
    public ServerDescription serverDescription() {
        return ServerDescriptions.of(upstream.serverInfo(), upstreams.implementation());
    }

    @Override
    public @Nullable UpstreamRoute findRoute(CallPipeline.DownstreamRequest request, boolean mayBlock) {
        Method<?, ?> method = request.method();
        boolean isOwn = method.equals(Methods.SUBSCRIBE)
                || method.equals(Methods.UNSUBSCRIBE)
                || method.equals(Methods.SET_LEVEL);
        if (isOwn && !mayBlock) {
            return null;
        }
        // The connection is the session's: nothing is given back.
        return new UpstreamRoute(upstream, () -> {}, (passed, crossing, completion) -> {
            requireSameRights(request.call());
            Json done = isOwn ? handleLocally(method, passed) : null;
            if (done != null) {
                completion.complete(() -> done);
                return;
            }
            DownstreamContext asking = new DownstreamContext(downstreamCodec, request.call(), crossing);
            new SessionCall(passed, asking, upstream, completion, limits.maxRounds(), upstreams::executeBlocking)
                    .start();
        });
    }

    /**
     * What is done here, as the upstream takes it in another way than the client says it; null when it is forwarded.
     */
    private @Nullable Json handleLocally(Method<?, ?> method, Json params) {
        if (method.equals(Methods.SUBSCRIBE)) {
            return subscribe(
                    downstreamCodec.decodeParams(Methods.SUBSCRIBE, params).uri());
        }
        if (method.equals(Methods.UNSUBSCRIBE)) {
            return unsubscribe(
                    downstreamCodec.decodeParams(Methods.UNSUBSCRIBE, params).uri());
        }
        // To an upstream without sessions each request says the level.
        return upstream.isStateless() ? DONE : null;
    }

    /** Hears what a subscription brings, where the server says for which that is. */
    private UpstreamNotificationListener subscriptionListener() {
        return new UpstreamNotificationListener() {
            @Override
            public void onNotification(NotificationType<?> type, Json params, ProtocolCodec back) {
                SessionRouter.this.onNotification(type, params, back);
            }
        };
    }

    /** The connection behind has the rights of who opened the session: a request with fewer must not have them, too. */
    private void requireSameRights(ForwardedCall call) {
        if (!sharingKey.equals(upstreams.sharingKey(call.principal()))) {
            throw new RpcException(
                    ErrorCode.INVALID_REQUEST, "This session was begun with other rights: begin a new session");
        }
    }

    private Json subscribe(String uri) {
        SubscriptionFilter filter = SubscriptionFilter.NONE.withResourceSubscriptions(List.of(uri));
        Subscription begun = upstream.openSubscription(filter, subscriptionListener(), () -> {});
        Subscription before = subscriptions.put(uri, begun);
        if (before != null) {
            before.close();
        }
        if (ended) {
            begun.close();
        }
        return DONE;
    }

    private Json unsubscribe(String uri) {
        Subscription begun = subscriptions.remove(uri);
        if (begun != null) {
            begun.close();
        }
        return DONE;
    }

    @Override
    public SubscriptionFilter openSubscription(SubscriptionFilter wanted, NotificationSink stream) {
        throw new RpcException(ErrorCode.METHOD_NOT_FOUND, "Sessions have no streams of that kind");
    }

    @Override
    public void onClientNotification(NotificationType<?> type, Json params) {
        Object change = type.equals(Notifications.ROOTS_CHANGED) ? type : null;
        if (!notificationQueue.tryAdd(() -> forwardNotification(type, params), params.sizeInBytes(), change)) {
            upstreams.onQueueFull();
        }
    }

    private void forwardNotification(NotificationType<?> type, Json params) {
        if (ended) {
            return;
        }
        try {
            Json passed = checkpoint.filterNotification(
                    MessageDirection.TO_SERVER, caller(), type, params, client.revision());
            if (passed != null && canForward(type, passed)) {
                upstream.client().sendNotification(type, passed);
            }
        } catch (RuntimeException e) {
            upstreams.warnDropped(e.toString());
        }
    }

    /** What does not fit its kind, or is about what the client cannot do, has ended servers. */
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
            LOG.debug("A notification of the client is not passed on: {}", e.getMessage());
            return false;
        }
    }

    @Override
    public UpstreamLease leaseUpstream(boolean mayBlock) {
        return new UpstreamLease(upstream, () -> {});
    }

    @Override
    public Map<String, Json> fetchTools() {
        try (UpstreamLease newest = leaseNewestRevision()) {
            return newest.upstream().definitions().fetchAll();
        }
    }

    /** A connection in the newest revision that the server speaks; the session's own where no other can be opened. */
    private UpstreamLease leaseNewestRevision() {
        try {
            return upstreams.leaseForRequest(client, false);
        } catch (McpClientException | RpcException e) {
            LOG.warn(
                    "Tools are listed in revision {} only: upstream={}, no second connection: {}",
                    upstream.revision(),
                    checkpoint.upstream(),
                    UpstreamErrorMapper.redactedMessage(e));
            return new UpstreamLease(upstream, () -> {});
        }
    }

    /** Answers a question that belongs to none of the session's requests, or nobody knows to which. */
    Json handleRequest(Method<?, ?> method, Json params, ProtocolCodec back) throws InterruptedException {
        MessageTranslator translation = new MessageTranslator(downstreamCodec, back);
        ClientCapabilityCheck.requireDeclared(translation.decodeInputRequest(method, params), client.capabilities());
        return ServerRequestFilter.askClient(
                checkpoint.interceptServerRequest(caller(), method, params, back.revision()),
                downstreamCodec.revision(),
                passed -> translation.translateClientResult(
                        method, client.requestInput(method, translation.translateServerRequest(method, passed))));
    }

    @Override
    public boolean accepts(NotificationType<?> type, Json params) {
        return true;
    }

    @Override
    public void onNotification(NotificationType<?> type, Json params, ProtocolCodec back) {
        MessageTranslator translation = new MessageTranslator(downstreamCodec, back);
        Json passed = translation.canTranslate(type)
                ? checkpoint.filterNotification(MessageDirection.TO_CLIENT, caller(), type, params, back.revision())
                : null;
        if (passed != null) {
            client.sendNotification(type, translation.translateNotification(type, passed));
        }
    }

    private Caller caller() {
        return PolicyFilter.callerOf(client.principal());
    }

    @Override
    public void close() {
        upstreams.executeBlocking(() -> {
            try {
                endObservation.run();
            } finally {
                releaseUpstream();
            }
        });
    }

    private void releaseUpstream() {
        ended = true;
        // Nobody is asked for it: a server that is gone would be started again.
        if (!upstream.isDedicated()) {
            subscriptions.values().forEach(Subscription::close);
            Subscription open = listChangeSubscription;
            if (open != null) {
                open.close();
            }
        }
        lease.close();
    }
}
