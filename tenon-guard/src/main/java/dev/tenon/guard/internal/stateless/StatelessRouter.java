package dev.tenon.guard.internal.stateless;

import dev.tenon.client.ServerInfo;
import dev.tenon.client.Subscription;
import dev.tenon.codec.ProtocolCodec;
import dev.tenon.guard.internal.forwarder.CallPipeline;
import dev.tenon.guard.internal.forwarder.ClientCapabilityCheck;
import dev.tenon.guard.internal.forwarder.DownstreamContext;
import dev.tenon.guard.internal.forwarder.PolicyFilter;
import dev.tenon.guard.internal.forwarder.ServerDescriptions;
import dev.tenon.guard.internal.forwarder.UpstreamConnection;
import dev.tenon.guard.internal.forwarder.UpstreamConnections;
import dev.tenon.guard.internal.forwarder.UpstreamLease;
import dev.tenon.guard.internal.forwarder.UpstreamRoute;
import dev.tenon.guard.internal.forwarder.UpstreamRouter;
import dev.tenon.json.Json;
import dev.tenon.model.ServerCapabilities;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.server.forwarder.DownstreamClient;
import dev.tenon.server.forwarder.ForwardedCall;
import dev.tenon.server.forwarder.NotificationSink;
import dev.tenon.server.forwarder.ServerDescription;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Serves one request of a client without session. */
public record StatelessRouter(
        DownstreamClient client,
        PolicyFilter policyFilter,
        UpstreamConnections upstreams,
        SuspendedCalls suspendedCalls)
        implements UpstreamRouter {
    @Override
    public ServerDescription serverDescription() {
        try (UpstreamLease lease = upstreams.leaseForRequest(client, false)) {
            ServerInfo server = lease.upstream().serverInfo();
            return ServerDescriptions.of(server, upstreams.implementation());
        }
    }

    @Override
    public @Nullable UpstreamRoute findRoute(CallPipeline.DownstreamRequest request, boolean mayBlock) {
        boolean mayRequireInput = request.method().mayRequireInput();
        boolean canBeAsked = mayRequireInput && ClientCapabilityCheck.isAnyDeclared(client.capabilities());
        boolean isResumed = mayRequireInput && request.params().get("requestState") != null;
        UpstreamLease lease = mayBlock
                ? upstreams.leaseForRequest(client, canBeAsked && !isResumed)
                : upstreams.tryLeaseForRequest(client);
        if (lease == null) {
            return null;
        }
        try {
            ServerInfo server = lease.upstream().serverInfo(mayBlock);
            ProtocolCodec wire = server == null ? null : downstreamCodec(lease.upstream(), server, mayBlock);
            if (server == null || wire == null) {
                lease.close();
                return null;
            }
            boolean isPlain = server.revision().isStateless()
                    || wire.findClientMethod(request.method().name()) == null;
            if (!isPlain && isResumed) {
                return resumedRoute(request, wire, lease, canBeAsked);
            }
            return !isPlain && canBeAsked ? suspendableRoute(request, wire, lease) : plainRoute(request, wire, lease);
        } catch (RuntimeException | Error e) {
            lease.close();
            throw e;
        }
    }

    private @Nullable ProtocolCodec downstreamCodec(UpstreamConnection upstream, ServerInfo server, boolean mayBlock) {
        return upstream.downstreamCodec(server, client.revision(), policyFilter, upstreams.implementation(), mayBlock);
    }

    private UpstreamRoute plainRoute(CallPipeline.DownstreamRequest request, ProtocolCodec wire, UpstreamLease lease) {
        UpstreamConnection upstream = lease.upstream();
        return new UpstreamRoute(upstream, lease::close, (passed, crossing, completion) -> {
            request.call().logLevel().ifPresent(upstream::ensureLogLevel);
            DownstreamContext asking = new DownstreamContext(wire, request.call(), crossing);
            new StatelessCall(passed, asking, upstream, completion).start();
        });
    }

    /** The call has the connection until the upstream has answered, be it over several requests of the client. */
    private UpstreamRoute suspendableRoute(
            CallPipeline.DownstreamRequest request, ProtocolCodec wire, UpstreamLease lease) {
        AtomicBoolean isBegun = new AtomicBoolean();
        Runnable leave = () -> {
            if (!isBegun.get()) {
                lease.close();
            }
        };
        return new UpstreamRoute(lease.upstream(), leave, (passed, crossing, completion) -> {
            request.call().logLevel().ifPresent(lease.upstream()::ensureLogLevel);
            isBegun.set(true);
            DownstreamContext asking = new DownstreamContext(wire, request.call(), crossing);
            new SuspendableCall(passed, asking, lease, suspendedCalls, completion).start();
        });
    }

    /** The client brings the state of a call of ours: one that waits for it, or one that is to be made again. */
    private UpstreamRoute resumedRoute(
            CallPipeline.DownstreamRequest request, ProtocolCodec wire, UpstreamLease lease, boolean canBeAsked) {
        return new UpstreamRoute(lease.upstream(), lease::close, (passed, crossing, completion) -> {
            ForwardedCall call = request.call();
            Json state = call.requestState();
            if (state != null && !UrlElicitationAdapter.RETRY_STATE.equals(state)) {
                // The connection has the rights of the caller that began the call, perhaps with another token.
                String share = upstreams.sharingKey(call.principal());
                suspendedCalls
                        .take(state, begun -> share.equals(upstreams.sharingKey(begun.caller())))
                        .resume(call, crossing, completion);
                return;
            }
            if (state != null) {
                UrlElicitationAdapter.requireAccepted(call);
            }
            UpstreamRoute again = canBeAsked
                    ? suspendableRoute(request, wire, upstreams.leaseForRequest(client, true))
                    : plainRoute(request, wire, lease);
            again.starter().start(passed, crossing, completion);
        });
    }

    @Override
    public SubscriptionFilter openSubscription(SubscriptionFilter wanted, NotificationSink stream) {
        UpstreamLease lease = upstreams.leaseForRequest(client, false);
        try {
            UpstreamConnection upstream = lease.upstream();
            ProtocolCodec wire = Objects.requireNonNull(downstreamCodec(upstream, upstream.serverInfo(), true));
            StreamNotificationListener ear = new StreamNotificationListener(
                    stream, wanted, wire, policyFilter, PolicyFilter.callerOf(client.principal()));
            Subscription subscription =
                    upstream.openSubscription(withoutUnsupported(wanted, upstream), ear, stream::end);
            stream.onClosed(() -> upstreams.executeBlocking(() -> {
                subscription.close();
                lease.close();
            }));
            return subscription.acceptedFilter();
        } catch (RuntimeException e) {
            lease.close();
            throw e;
        }
    }

    /** Without what a server that is asked for each resource cannot do. */
    private static SubscriptionFilter withoutUnsupported(SubscriptionFilter wanted, UpstreamConnection upstream) {
        ServerCapabilities.Resources can = upstream.serverInfo().capabilities().resources();
        boolean subscribes = upstream.isStateless() || can != null && can.subscribe();
        return subscribes ? wanted : wanted.withResourceSubscriptions(List.of());
    }

    @Override
    public Map<String, Json> fetchTools() {
        try (UpstreamLease lease = upstreams.leaseForRequest(client, false)) {
            return lease.upstream().definitions().fetchAll();
        }
    }

    @Override
    public @Nullable UpstreamLease leaseUpstream(boolean mayBlock) {
        return mayBlock ? upstreams.leaseForRequest(client, false) : upstreams.tryLeaseForRequest(client);
    }
}
