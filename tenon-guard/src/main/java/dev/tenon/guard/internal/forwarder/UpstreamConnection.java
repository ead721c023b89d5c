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

/** One client of the server behind, and for whom in front what it hears is. */
public final class UpstreamConnection implements RawHandler, AutoCloseable {
    private final RawClient client;
    private final Set<UpstreamNotificationListener> listeners = ConcurrentHashMap.newKeySet();
    private final Set<UpstreamCall> activeCalls = ConcurrentHashMap.newKeySet();
    private final ToolDefinitionCache definitions;

    private final CircuitBreaker breaker;
    private final LeniencyPolicy tolerance;
    private final IdempotentCloser closer = new IdempotentCloser();
    private volatile @Nullable SessionRouter session;
    private volatile @Nullable LogLevel logLevel;
    private volatile @Nullable DownstreamCodecs downstreamCodecs;
    private volatile long lastUsedAt = System.nanoTime();

    /**
     * Connects.
     *
     * @param first the revision to try first, or null for the newest
     * @param tolerance of what the server sends that is not exact
     */
    public UpstreamConnection(
            ClientBuilder builder,
            ServerTarget target,
            ClientCapabilities capabilities,
            @Nullable Revision first,
            Implementation self,
            CircuitBreaker breaker,
            LeniencyPolicy tolerance) {
        this.breaker = breaker;
        this.tolerance = tolerance;
        // First, as notifications may come while the connection is made.
        definitions = new ToolDefinitionCache(this::call, self);
        client = builder.connectRaw(target, capabilities, first, this);
    }

    RawClient client() {
        return client;
    }

    public ToolDefinitionCache definitions() {
        return definitions;
    }

    /** What the server said when the connection was made. Connects, and may block, when there is no connection. */
    public ServerInfo serverInfo() {
        ServerInfo known = client.currentServer();
        return known == null ? runWithPermit(client::server) : known;
    }

    /** The same; null when it would have to connect, and may not. */
    @Nullable public ServerInfo serverInfo(boolean mayBlock) {
        return mayBlock ? serverInfo() : client.currentServer();
    }

    /** The revision that is spoken with the server. */
    Revision revision() {
        return serverInfo().revision();
    }

    public boolean isStateless() {
        return revision().isStateless();
    }

    /** Whether there is a connection, and the server has no sessions. */
    boolean isKnownStateless() {
        ServerInfo server = client.currentServer();
        return server != null && server.revision().isStateless();
    }

    /** Whether this connection is one session's alone. */
    boolean isDedicated() {
        return session != null;
    }

    /** From now on this connection is that session's alone. */
    void dedicateTo(SessionRouter to) {
        session = to;
        listeners.add(to);
    }

    /**
     * The wire of a client in front. It names the server behind in every result, by what the policies in force let pass
     * of what the server says of itself.
     *
     * @return null when the policies have to be asked, and may not be waited for
     */
    @SuppressWarnings("ReferenceEquality")
    @Nullable public ProtocolCodec downstreamCodec(
            ServerInfo server, Revision revision, PolicyFilter checkpoint, Implementation self, boolean mayBlock) {
        PolicyChain policies = checkpoint.policies().get();
        DownstreamCodecs ready = downstreamCodecs;
        if (ready == null || ready.server != server || ready.policies != policies) {
            ready = new DownstreamCodecs(server, policies, new ConcurrentHashMap<>());
            downstreamCodecs = ready;
        }
        ProtocolCodec known = ready.wires.get(revision);
        if (known != null || !mayBlock && policies != PolicyChain.NONE) {
            return known;
        }
        return ready.wires.computeIfAbsent(revision, spoken -> {
            ServerDescription said = ServerDescriptions.of(server, self);
            return ProtocolCodec.of(
                    spoken,
                    ServerDescriptions.filter(checkpoint, policies, said, spoken, Caller.ANONYMOUS)
                            .implementation());
        });
    }

    /** The wires of clients in front, as long as the server and the policies are the same. */
    private record DownstreamCodecs(ServerInfo server, PolicyChain policies, Map<Revision, ProtocolCodec> wires) {}

    /** Sees to it that log messages from that level on come, of a server that has to be told before. */
    public void ensureLogLevel(LogLevel level) {
        LogLevel before = logLevel;
        ServerInfo server = serverInfo();
        if (server.revision().isStateless()
                || !server.capabilities().logging()
                || before != null && level.reaches(before)) {
            return;
        }
        logLevel = level;
        var unused = call(new RawCall(
                Methods.SET_LEVEL,
                wire -> wire.encodeParams(Methods.SET_LEVEL, SetLevelParams.of(level)),
                CallOptions.DEFAULT,
                null));
    }

    /**
     * Begins a call, and returns at once. What the upstream says meanwhile goes to the forwarded call.
     *
     * @param forwarded told the outcome, once, perhaps before this returns
     */
    void callAsync(RawCall call, UpstreamCall forwarded) {
        CircuitBreaker.BreakerPermit attempt;
        try {
            attempt = acquirePermit();
        } catch (CircuitOpenException e) {
            forwarded.onFailure(e);
            return;
        }
        lastUsedAt = System.nanoTime();
        activeCalls.add(forwarded);
        RawCallback ending = new RawCallback() {
            @Override
            public void onResponse(RawResponse answer) {
                attempt.onSuccess();
                onCallEnd(forwarded);
                try {
                    if (call.method().equals(Methods.LIST_TOOLS)) {
                        definitions.addPage(answer.result());
                    }
                } catch (RuntimeException e) {
                    forwarded.onFailure(e);
                    return;
                }
                forwarded.onResponse(answer);
            }

            @Override
            public void onFailure(RuntimeException why) {
                attempt.onFailure(why);
                onCallEnd(forwarded);
                forwarded.onFailure(why);
            }
        };
        if (forwarded.isUnknownMethod) {
            client.callUnknownMethodAsync(call, ending);
        } else {
            client.callAsync(call, ending);
        }
    }

    private void onCallEnd(UpstreamCall forwarded) {
        activeCalls.remove(forwarded);
        lastUsedAt = System.nanoTime();
    }

    private RawResponse call(RawCall call) {
        return runWithPermit(() -> client.call(call));
    }

    /** Does something that the server has to answer, unless the breaker is open. */
    private <T> T runWithPermit(Supplier<T> work) {
        CircuitBreaker.BreakerPermit attempt = acquirePermit();
        try {
            T done = work.get();
            attempt.onSuccess();
            return done;
        } catch (RuntimeException | Error e) {
            attempt.onFailure(e);
            throw e;
        }
    }

    /** A connection that is open is used in any case; a request over HTTP may find no server. */
    private CircuitBreaker.BreakerPermit acquirePermit() {
        if (!client.isConnected()) {
            return breaker.acquireForConnect();
        }
        return client.canAttributeServerMessages() ? breaker.acquireForHttpRequest() : breaker.acquireForMessage();
    }

    /** Subscribes; what comes goes to that ear until the subscription is closed. */
    public Subscription openSubscription(SubscriptionFilter filter, UpstreamNotificationListener ear, Runnable over) {
        CircuitBreaker.BreakerPermit attempt = acquirePermit();
        listeners.add(ear);
        try {
            Subscription subscription = client.subscribe(filter, ear, () -> {
                listeners.remove(ear);
                over.run();
            });
            attempt.release(); // Some servers need not be asked.
            return subscription;
        } catch (RuntimeException | Error e) {
            attempt.onFailure(e);
            listeners.remove(ear);
            throw e;
        }
    }

    @Override
    public LeniencyPolicy leniencyPolicy() {
        return tolerance;
    }

    /** For how long nobody has used it, in nanoseconds. */
    long idleNanos(long now) {
        return activeCalls.isEmpty() && listeners.isEmpty() ? now - lastUsedAt : 0;
    }

    /** The tool of that name as the server lists it; null when there is none. */
    @Nullable Tool findTool(String name) {
        return client.tryGetTool(name, any -> {}) ? client.getTool(name) : runWithPermit(() -> client.getTool(name));
    }

    /** The server has sent something that is no answer. */
    void onMessageReceived() {
        breaker.onMessageReceived();
    }

    @Override
    public Json handleRequest(Method<?, ?> method, Json params, ProtocolCodec wire, @Nullable Object owner)
            throws Exception {
        onMessageReceived();
        SessionRouter only = session;
        if (owner instanceof UpstreamCall forwarded) {
            return forwarded.handleRequest(method, params, wire);
        }
        List<UpstreamCall> possible =
                activeCalls.stream().filter(UpstreamCall::acceptsRequests).toList();
        if (possible.size() == 1) {
            return possible.get(0).handleRequest(method, params, wire);
        }
        if (only != null) {
            return only.handleRequest(method, params, wire);
        }
        throw new RpcException(ErrorCode.INTERNAL_ERROR, "It cannot be told which call the question is for");
    }

    @Override
    public void handleNotification(NotificationType<?> type, Json params, ProtocolCodec wire, @Nullable Object owner) {
        onMessageReceived();
        if (type.equals(Notifications.TOOLS_CHANGED)) {
            definitions.invalidate();
        }
        if (owner instanceof UpstreamNotificationListener ear) {
            ear.onNotification(type, params, wire);
        } else if (type.equals(Notifications.MESSAGE) && !(activeCalls.isEmpty() && session != null)) {
            dispatchLogMessage(params, wire);
        } else {
            listeners.stream()
                    .filter(ear -> ear.accepts(type, params))
                    .forEach(ear -> ear.onNotification(type, params, wire));
        }
    }

    /** What one call says goes its way; nobody hears what may be about somebody else's. */
    private void dispatchLogMessage(Json params, ProtocolCodec wire) {
        List<UpstreamCall> now = List.copyOf(activeCalls);
        SessionRouter only = session;
        if (now.size() == 1) {
            now.get(0).onNotification(Notifications.MESSAGE, params, wire);
        } else if (only != null) {
            only.onNotification(Notifications.MESSAGE, params, wire);
        }
    }

    /** Returns when it is closed, also when another thread closes it. */
    @Override
    public void close() {
        closer.close(client::close);
    }
}
