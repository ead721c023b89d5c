package dev.tenon.guard.internal;

import dev.tenon.client.CallOptions;
import dev.tenon.client.ClientBuilder;
import dev.tenon.client.ServerInfo;
import dev.tenon.client.Subscription;
import dev.tenon.client.Target;
import dev.tenon.client.WireAnswer;
import dev.tenon.client.WireCall;
import dev.tenon.client.WireClient;
import dev.tenon.client.WireEnd;
import dev.tenon.client.WireHandler;
import dev.tenon.concurrent.IdempotentCloser;
import dev.tenon.guard.policy.Caller;
import dev.tenon.guard.policy.Policies;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.jsonrpc.Tolerance;
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
import dev.tenon.server.Presentation;
import dev.tenon.wire.Wire;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One client of the server behind, and for whom in front what it hears is. */
final class Upstream implements WireHandler, AutoCloseable {
    private final WireClient client;
    private final Set<Ear> ears = ConcurrentHashMap.newKeySet();
    private final Set<ForwardedCall> running = ConcurrentHashMap.newKeySet();
    private final Definitions definitions;

    private final CircuitBreaker breaker;
    private final Tolerance tolerance;
    private final IdempotentCloser closer = new IdempotentCloser();
    private volatile @Nullable SessionService session;
    private volatile @Nullable LogLevel wanted;
    private volatile @Nullable Fronts fronts;
    private volatile long usedAt = System.nanoTime();

    /**
     * Connects.
     *
     * @param first the revision to try first, or null for the newest
     * @param tolerance of what the server sends that is not exact
     */
    Upstream(
            ClientBuilder builder,
            Target target,
            ClientCapabilities capabilities,
            @Nullable Revision first,
            Implementation self,
            CircuitBreaker breaker,
            Tolerance tolerance) {
        this.breaker = breaker;
        this.tolerance = tolerance;
        // First, as notifications may come while the connection is made.
        definitions = new Definitions(this::called, self);
        client = builder.connectWire(target, capabilities, first, this);
    }

    WireClient client() {
        return client;
    }

    Definitions definitions() {
        return definitions;
    }

    /** What the server said when the connection was made. Connects, and may block, when there is no connection. */
    ServerInfo server() {
        ServerInfo known = client.serverNow();
        return known == null ? attempted(client::server) : known;
    }

    /** The same; null when it would have to connect, and may not. */
    @Nullable ServerInfo server(boolean mayBlock) {
        return mayBlock ? server() : client.serverNow();
    }

    /** The revision that is spoken with the server. */
    Revision revision() {
        return server().revision();
    }

    boolean isStateless() {
        return revision().isStateless();
    }

    /** Whether there is a connection, and the server has no sessions. */
    boolean isStatelessNow() {
        ServerInfo server = client.serverNow();
        return server != null && server.revision().isStateless();
    }

    /** Whether this connection is one session's alone. */
    boolean isDedicated() {
        return session != null;
    }

    /** From now on this connection is that session's alone. */
    void dedicate(SessionService to) {
        session = to;
        ears.add(to);
    }

    /**
     * The wire of a client in front. It names the server behind in every result, by what the policies in force let pass of what the
     * server says of itself.
     *
     * @return null when the policies have to be asked, and may not be waited for
     */
    @SuppressWarnings("ReferenceEquality")
    @Nullable Wire front(ServerInfo server, Revision revision, Checkpoint checkpoint, Implementation self, boolean mayBlock) {
        Policies policies = checkpoint.policies().get();
        Fronts ready = fronts;
        if (ready == null || ready.server != server || ready.policies != policies) {
            ready = new Fronts(server, policies, new ConcurrentHashMap<>());
            fronts = ready;
        }
        Wire known = ready.wires.get(revision);
        if (known != null || !mayBlock && policies != Policies.NONE) {
            return known;
        }
        return ready.wires.computeIfAbsent(revision, spoken -> {
            Presentation said = Presenting.of(server, self);
            return Wire.of(
                    spoken,
                    Presenting.past(checkpoint, policies, said, spoken, Caller.ANYBODY)
                            .implementation());
        });
    }

    /** The wires of clients in front, as long as the server and the policies are the same. */
    private record Fronts(ServerInfo server, Policies policies, Map<Revision, Wire> wires) {}

    /** Sees to it that log messages from that level on come, of a server that has to be told before. */
    void wantLogs(LogLevel level) {
        LogLevel before = wanted;
        ServerInfo server = server();
        if (server.revision().isStateless()
                || !server.capabilities().logging()
                || before != null && level.reaches(before)) {
            return;
        }
        wanted = level;
        var unused = called(new WireCall(
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
    void begin(WireCall call, ForwardedCall forwarded) {
        CircuitBreaker.Attempt attempt;
        try {
            attempt = attempt();
        } catch (CircuitOpenException e) {
            forwarded.failed(e);
            return;
        }
        usedAt = System.nanoTime();
        running.add(forwarded);
        WireEnd ending = new WireEnd() {
            @Override
            public void answered(WireAnswer answer) {
                attempt.succeeded();
                left(forwarded);
                try {
                    if (call.method().equals(Methods.LIST_TOOLS)) {
                        definitions.learn(answer.result());
                    }
                } catch (RuntimeException e) {
                    forwarded.failed(e);
                    return;
                }
                forwarded.answered(answer);
            }

            @Override
            public void failed(RuntimeException why) {
                attempt.failed(why);
                left(forwarded);
                forwarded.failed(why);
            }
        };
        if (forwarded.isUnknownMethod) {
            client.beginStrange(call, ending);
        } else {
            client.begin(call, ending);
        }
    }

    private void left(ForwardedCall forwarded) {
        running.remove(forwarded);
        usedAt = System.nanoTime();
    }

    private WireAnswer called(WireCall call) {
        return attempted(() -> client.call(call));
    }

    /** Does something that the server has to answer, unless the breaker is open. */
    private <T> T attempted(Supplier<T> work) {
        CircuitBreaker.Attempt attempt = attempt();
        try {
            T done = work.get();
            attempt.succeeded();
            return done;
        } catch (RuntimeException | Error e) {
            attempt.failed(e);
            throw e;
        }
    }

    /** A connection that is open is used in any case; a request over HTTP may find no server. */
    private CircuitBreaker.Attempt attempt() {
        if (!client.isConnected()) {
            return breaker.connect();
        }
        return client.tellsOwners() ? breaker.request() : breaker.message();
    }

    /** Subscribes; what comes goes to that ear until the subscription is closed. */
    Subscription listen(SubscriptionFilter filter, Ear ear, Runnable over) {
        CircuitBreaker.Attempt attempt = attempt();
        ears.add(ear);
        try {
            Subscription subscription = client.listen(filter, ear, () -> {
                ears.remove(ear);
                over.run();
            });
            attempt.cancel(); // Some servers need not be asked.
            return subscription;
        } catch (RuntimeException | Error e) {
            attempt.failed(e);
            ears.remove(ear);
            throw e;
        }
    }

    @Override
    public Tolerance tolerance() {
        return tolerance;
    }

    /** For how long nobody has used it, in nanoseconds. */
    long idle(long now) {
        return running.isEmpty() && ears.isEmpty() ? now - usedAt : 0;
    }

    /** The tool of that name as the server lists it; null when there is none. */
    @Nullable Tool tool(String name) {
        return client.toolNow(name, any -> {}) ? client.tool(name) : attempted(() -> client.tool(name));
    }

    /** The server has sent something that is no answer. */
    void heard() {
        breaker.heard();
    }

    @Override
    public Json asked(Method<?, ?> method, Json params, Wire wire, @Nullable Object owner) throws Exception {
        heard();
        SessionService only = session;
        if (owner instanceof ForwardedCall forwarded) {
            return forwarded.asked(method, params, wire);
        }
        List<ForwardedCall> possible =
                running.stream().filter(ForwardedCall::mayBeAsked).toList();
        if (possible.size() == 1) {
            return possible.get(0).asked(method, params, wire);
        }
        if (only != null) {
            return only.asked(method, params, wire);
        }
        throw new RpcException(ErrorCode.INTERNAL_ERROR, "It cannot be told which call the question is for");
    }

    @Override
    public void notified(NotificationType<?> type, Json params, Wire wire, @Nullable Object owner) {
        heard();
        if (type.equals(Notifications.TOOLS_CHANGED)) {
            definitions.changed();
        }
        if (owner instanceof Ear ear) {
            ear.hear(type, params, wire);
        } else if (type.equals(Notifications.MESSAGE) && !(running.isEmpty() && session != null)) {
            log(params, wire);
        } else {
            ears.stream().filter(ear -> ear.wants(type, params)).forEach(ear -> ear.hear(type, params, wire));
        }
    }

    /** What one call says goes its way; nobody hears what may be about somebody else's. */
    private void log(Json params, Wire wire) {
        List<ForwardedCall> now = List.copyOf(running);
        SessionService only = session;
        if (now.size() == 1) {
            now.get(0).hear(Notifications.MESSAGE, params, wire);
        } else if (only != null) {
            only.hear(Notifications.MESSAGE, params, wire);
        }
    }

    /** Returns when it is closed, also when another thread closes it. */
    @Override
    public void close() {
        closer.close(client::close);
    }
}
