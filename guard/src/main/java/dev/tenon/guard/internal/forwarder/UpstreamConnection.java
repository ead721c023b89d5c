package dev.tenon.guard.internal.forwarder;

import dev.tenon.client.CallOptions;
import dev.tenon.client.ClientBuilder;
import dev.tenon.client.RawCall;
import dev.tenon.client.RawCallback;
import dev.tenon.client.RawClient;
import dev.tenon.client.RawHandler;
import dev.tenon.client.RawResponse;
import dev.tenon.client.ServerInfo;
import dev.tenon.client.Subscription;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.codec.ProtocolCodec;
import dev.tenon.guard.internal.error.CircuitOpenException;
import dev.tenon.guard.policy.Caller;
import dev.tenon.guard.policy.PolicyChain;
import dev.tenon.internal.concurrent.IdempotentCloser;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.LeniencyPolicy;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.Implementation;
import dev.tenon.model.LogLevel;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;
import dev.tenon.model.Revision;
import dev.tenon.model.ServerCapabilities;
import dev.tenon.model.SetLevelParams;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.model.Tool;
import dev.tenon.server.forwarder.ServerDescription;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A connection to the upstream server, which dispatches its messages to the calls and listeners of the guard's clients.
 */
public final class UpstreamConnection implements RawHandler, AutoCloseable {
    private final RawClient client;
    private final Set<UpstreamNotificationListener> listeners = ConcurrentHashMap.newKeySet();
    private final Set<UpstreamCall> activeCalls = ConcurrentHashMap.newKeySet();
    private final ToolDefinitionCache definitions;

    private final Implementation self;
    private final CircuitBreaker breaker;
    private final LeniencyPolicy tolerance;
    private final IdempotentCloser closer = new IdempotentCloser();
    private volatile @Nullable SessionRouter session;
    private volatile @Nullable LogLevel logLevel;
    private volatile @Nullable DownstreamCodecs downstreamCodecs;
    private volatile long lastUsedAt = System.nanoTime();

    /**
     * Connects to the server.
     *
     * @param firstRevision the revision to try first, or null for the newest
     * @param self the implementation that clients see if the server does not identify itself
     * @param tolerance the leniency for protocol violations of the server
     */
    public UpstreamConnection(
            ClientBuilder builder,
            ServerTarget target,
            ClientCapabilities capabilities,
            @Nullable Revision firstRevision,
            Implementation self,
            CircuitBreaker breaker,
            LeniencyPolicy tolerance) {
        this.self = self;
        this.breaker = breaker;
        this.tolerance = tolerance;
        // Created first, because notifications can arrive while connecting.
        definitions = new ToolDefinitionCache(this::call, self);
        client = builder.connectRaw(target, capabilities, firstRevision, this);
    }

    RawClient client() {
        return client;
    }

    public ToolDefinitionCache toolDefinitions() {
        return definitions;
    }

    /** Returns the server's description. Connects, and blocks, if the connection was lost. */
    public ServerInfo serverInfoOrConnect() {
        ServerInfo server = client.currentServer();
        return server == null ? runWithPermit(client::server) : server;
    }

    /** Returns the server's description; null if this would have to connect and must not block. */
    @Nullable public ServerInfo serverInfo(boolean mayBlock) {
        return mayBlock ? serverInfoOrConnect() : client.currentServer();
    }

    /**
     * Returns the description of the server for clients. It declares completions if the server does, and always if the
     * server's revision does not have that capability.
     */
    public ServerDescription describe(ServerInfo server) {
        Implementation description = server.implementation();
        ServerCapabilities capabilities = server.capabilities();
        // Before a revision has the capability, only a call shows whether a server supports completion.
        boolean completes = capabilities.completions() || !server.revision().hasCompletionsCapability();
        return new ServerDescription(
                description == null ? self : description,
                capabilities.withCompletions(completes),
                server.instructions());
    }

    /** Returns the revision negotiated with the server. Connects, and blocks, if the connection was lost. */
    Revision revision() {
        return serverInfoOrConnect().revision();
    }

    /** Returns whether the server has no sessions. Connects, and blocks, if the connection was lost. */
    public boolean isStateless() {
        return revision().isStateless();
    }

    /** Returns whether the server is connected and has no sessions. Does not block. */
    boolean isKnownStateless() {
        ServerInfo server = client.currentServer();
        return server != null && server.revision().isStateless();
    }

    /** Returns whether this connection belongs to one session. */
    boolean isDedicated() {
        return session != null;
    }

    /** Makes this connection belong to one session. */
    void dedicateTo(SessionRouter router) {
        session = router;
        listeners.add(router);
    }

    /**
     * Returns the codec for clients of a revision. It adds the description of the server, filtered by the current
     * policies, to every result.
     *
     * @return null if the policies would have to be called and must not block
     */
    @SuppressWarnings("ReferenceEquality")
    @Nullable public ProtocolCodec downstreamCodec(
            ServerInfo server, Revision revision, MessageInterceptor interceptor, boolean mayBlock) {
        PolicyChain policies = interceptor.policies().get();
        DownstreamCodecs codecs = downstreamCodecs;
        if (codecs == null || codecs.server != server || codecs.policies != policies) {
            codecs = new DownstreamCodecs(server, policies, new ConcurrentHashMap<>());
            downstreamCodecs = codecs;
        }
        ProtocolCodec codec = codecs.byRevision.get(revision);
        if (codec != null || !mayBlock && policies != PolicyChain.NONE) {
            return codec;
        }
        return codecs.byRevision.computeIfAbsent(revision, requestedRevision -> {
            ServerDescription filtered =
                    interceptor.filterDescription(policies, describe(server), requestedRevision, Caller.ANONYMOUS);
            return ProtocolCodec.of(requestedRevision, filtered.implementation());
        });
    }

    /** The codecs for clients, valid while the server and the policies stay the same. */
    private record DownstreamCodecs(ServerInfo server, PolicyChain policies, Map<Revision, ProtocolCodec> byRevision) {}

    /** Ensures that a server with sessions sends log messages of this level. */
    public void ensureLogLevel(LogLevel level) {
        LogLevel previous = logLevel;
        ServerInfo server = serverInfoOrConnect();
        if (server.revision().isStateless()
                || !server.capabilities().logging()
                || previous != null && level.reaches(previous)) {
            return;
        }
        SetLevelParams params = SetLevelParams.of(level);
        var unused = call(new RawCall(
                Methods.SET_LEVEL, codec -> codec.encodeParams(Methods.SET_LEVEL, params), CallOptions.DEFAULT, null));
        logLevel = level;
    }

    /**
     * Starts a call without blocking. Messages of the upstream that belong to the call are passed to it.
     *
     * @param upstreamCall receives the outcome once, possibly before this method returns
     */
    void callAsync(RawCall call, UpstreamCall upstreamCall) {
        CircuitBreaker.BreakerPermit permit;
        try {
            permit = acquirePermit();
        } catch (CircuitOpenException e) {
            upstreamCall.onFailure(e);
            return;
        }
        lastUsedAt = System.nanoTime();
        activeCalls.add(upstreamCall);
        RawCallback callback = new RawCallback() {
            @Override
            public void onResponse(RawResponse response) {
                permit.onSuccess();
                onCallEnd(upstreamCall);
                try {
                    if (call.method().equals(Methods.LIST_TOOLS)) {
                        definitions.addPage(response.result());
                    }
                } catch (RuntimeException e) {
                    upstreamCall.onFailure(e);
                    return;
                }
                upstreamCall.onResponse(response);
            }

            @Override
            public void onFailure(RuntimeException problem) {
                permit.onFailure(problem);
                onCallEnd(upstreamCall);
                upstreamCall.onFailure(problem);
            }
        };
        if (upstreamCall.isUnknownMethod) {
            client.callUnknownMethodAsync(call, callback);
        } else {
            client.callAsync(call, callback);
        }
    }

    private void onCallEnd(UpstreamCall upstreamCall) {
        activeCalls.remove(upstreamCall);
        lastUsedAt = System.nanoTime();
    }

    private RawResponse call(RawCall call) {
        return runWithPermit(() -> client.call(call));
    }

    /** Runs a task to which the server has to respond, unless the breaker is open. */
    private <T> T runWithPermit(Supplier<T> task) {
        return acquirePermit().run(task);
    }

    /**
     * Acquires a permit. Open connections are used even if the breaker is open, but an HTTP request may not find the
     * server.
     */
    private CircuitBreaker.BreakerPermit acquirePermit() {
        if (!client.isConnected()) {
            return breaker.acquireForConnect();
        }
        return client.canAttributeServerMessages()
                ? breaker.acquireForHttpRequest()
                : breaker.createPermitForOpenConnection();
    }

    /** Subscribes; the listener gets notifications until the subscription is closed. */
    public Subscription openSubscription(
            SubscriptionFilter filter, UpstreamNotificationListener listener, Runnable onClose) {
        CircuitBreaker.BreakerPermit permit = acquirePermit();
        listeners.add(listener);
        try {
            Subscription subscription = client.subscribe(filter, listener, () -> {
                listeners.remove(listener);
                onClose.run();
            });
            permit.release(); // Some subscriptions need no request, so this says nothing about the server.
            return subscription;
        } catch (RuntimeException | Error e) {
            permit.onFailure(e);
            listeners.remove(listener);
            throw e;
        }
    }

    @Override
    public LeniencyPolicy leniencyPolicy() {
        return tolerance;
    }

    /** Returns for how long it has been idle, in nanoseconds; 0 while it is in use. */
    long idleNanos(long now) {
        return activeCalls.isEmpty() && listeners.isEmpty() ? now - lastUsedAt : 0;
    }

    /** Returns a tool as the server lists it; null if not found. */
    @Nullable Tool findTool(String name) {
        return client.tryGetListedTool(name, any -> {})
                ? client.getTool(name)
                : runWithPermit(() -> client.getTool(name));
    }

    /** Records that the server sent a message other than a response. */
    void onMessageReceived() {
        breaker.recordMessageTime();
    }

    @Override
    public Json handleRequest(Method<?, ?> method, Json params, ProtocolCodec codec, @Nullable Object owner)
            throws Exception {
        onMessageReceived();
        SessionRouter dedicatedSession = session;
        if (owner instanceof UpstreamCall upstreamCall) {
            return upstreamCall.forwardServerRequest(method, params, codec);
        }
        List<UpstreamCall> candidates =
                activeCalls.stream().filter(UpstreamCall::acceptsServerRequests).toList();
        if (candidates.size() == 1) {
            return candidates.get(0).forwardServerRequest(method, params, codec);
        }
        if (dedicatedSession != null) {
            return dedicatedSession.forwardServerRequest(method, params, codec);
        }
        throw new RpcException(ErrorCode.INTERNAL_ERROR, "Cannot determine to which call this request belongs");
    }

    @Override
    public void handleNotification(NotificationType<?> type, Json params, ProtocolCodec codec, @Nullable Object owner) {
        onMessageReceived();
        if (type.equals(Notifications.TOOLS_CHANGED)) {
            definitions.discardDefinitions();
        }
        if (owner instanceof UpstreamNotificationListener listener) {
            listener.onNotification(type, params, codec);
        } else if (type.equals(Notifications.MESSAGE) && !(activeCalls.isEmpty() && session != null)) {
            dispatchLogMessage(params, codec);
        } else {
            listeners.stream()
                    .filter(listener -> listener.acceptsUnattributed(type, params))
                    .forEach(listener -> listener.onNotification(type, params, codec));
        }
    }

    /**
     * Passes a log message to the only active call or to the session. It is dropped if it could belong to another
     * client's call.
     */
    private void dispatchLogMessage(Json params, ProtocolCodec codec) {
        List<UpstreamCall> calls = List.copyOf(activeCalls);
        SessionRouter dedicatedSession = session;
        if (calls.size() == 1) {
            calls.get(0).onNotification(Notifications.MESSAGE, params, codec);
        } else if (dedicatedSession != null) {
            dedicatedSession.onNotification(Notifications.MESSAGE, params, codec);
        }
    }

    /** Closes the connection, and returns when it is closed, even if another thread closes it. */
    @Override
    public void close() {
        closer.close(client::close);
    }
}
