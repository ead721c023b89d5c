package dev.tenon.guard.internal.stateless;

import dev.tenon.client.ServerInfo;
import dev.tenon.client.Subscription;
import dev.tenon.codec.ProtocolCodec;
import dev.tenon.guard.internal.forwarder.CallPipeline.DownstreamRequest;
import dev.tenon.guard.internal.forwarder.ClientCapabilityCheck;
import dev.tenon.guard.internal.forwarder.MessageInterceptor;
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
import dev.tenon.server.forwarder.ServerDescription;
import dev.tenon.server.forwarder.SubscriptionSink;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Routes one request of a client without a session. */
public record StatelessRouter(
        DownstreamClient client,
        MessageInterceptor interceptor,
        UpstreamConnections upstreams,
        SuspendedCalls suspendedCalls)
        implements UpstreamRouter {
    @Override
    public ServerDescription unfilteredServerDescription() {
        try (UpstreamLease lease = upstreams.leaseForRequest(client, false)) {
            return lease.upstream().describe(lease.upstream().serverInfoOrConnect());
        }
    }

    @Override
    public @Nullable UpstreamRoute acquireRoute(DownstreamRequest request, boolean mayBlock) {
        boolean mayRequireInput = request.method().mayRequireInput();
        boolean canRequestInput = mayRequireInput && ClientCapabilityCheck.isAnyDeclared(client.capabilities());
        boolean isResumed = mayRequireInput && request.params().get("requestState") != null;
        UpstreamLease lease = mayBlock
                ? upstreams.leaseForRequest(client, canRequestInput && !isResumed)
                : upstreams.tryLeaseForRequest(client);
        if (lease == null) {
            return null;
        }
        try {
            ServerInfo server = lease.upstream().serverInfo(mayBlock);
            ProtocolCodec codec = server == null ? null : downstreamCodec(lease.upstream(), server, mayBlock);
            if (server == null || codec == null) {
                lease.close();
                return null;
            }
            boolean isPlain = server.revision().isStateless()
                    || codec.findClientMethod(request.method().name()) == null;
            if (!isPlain && isResumed) {
                return resumedRoute(request, codec, lease, canRequestInput);
            }
            return !isPlain && canRequestInput
                    ? suspendableRoute(request, codec, lease)
                    : plainRoute(request, codec, lease);
        } catch (RuntimeException | Error e) {
            lease.close();
            throw e;
        }
    }

    private @Nullable ProtocolCodec downstreamCodec(UpstreamConnection upstream, ServerInfo server, boolean mayBlock) {
        return upstream.downstreamCodec(server, client.revision(), interceptor, mayBlock);
    }

    private UpstreamRoute plainRoute(DownstreamRequest request, ProtocolCodec codec, UpstreamLease lease) {
        UpstreamConnection upstream = lease.upstream();
        return new UpstreamRoute(upstream, lease::close, (filtered, pipeline) -> {
            request.call().logLevel().ifPresent(upstream::ensureLogLevel);
            new StatelessCall(filtered, codec, upstream, pipeline).start();
        });
    }

    /**
     * Routes a call that keeps the connection until the upstream has responded, possibly over several client requests.
     */
    private UpstreamRoute suspendableRoute(DownstreamRequest request, ProtocolCodec codec, UpstreamLease lease) {
        AtomicBoolean isStarted = new AtomicBoolean();
        Runnable releaseUnlessStarted = () -> {
            if (!isStarted.get()) {
                lease.close();
            }
        };
        return new UpstreamRoute(lease.upstream(), releaseUnlessStarted, (filtered, pipeline) -> {
            request.call().logLevel().ifPresent(lease.upstream()::ensureLogLevel);
            isStarted.set(true);
            new SuspendableCall(filtered, codec, lease, suspendedCalls, pipeline).start();
        });
    }

    /** Routes a request with a {@code requestState}: it resumes a suspended call, or repeats one from the start. */
    private UpstreamRoute resumedRoute(
            DownstreamRequest request, ProtocolCodec codec, UpstreamLease lease, boolean canRequestInput) {
        return new UpstreamRoute(lease.upstream(), lease::close, (filtered, pipeline) -> {
            ForwardedCall call = request.call();
            Json state = call.requestState();
            if (state != null && !UrlElicitationAdapter.RETRY_STATE.equals(state)) {
                // The connection has the rights of the caller that started the call, possibly with another token.
                String sharingKey = upstreams.sharingKey(call.principal());
                Predicate<SuspendableCall> hasSameRights = suspended -> sharingKey.equals(
                        upstreams.sharingKey(suspended.downstream.call().principal()));
                suspendedCalls.takeOrThrow(state, hasSameRights).resume(pipeline);
                return;
            }
            if (state != null) {
                UrlElicitationAdapter.requireAccepted(call);
            }
            UpstreamRoute route = canRequestInput
                    ? suspendableRoute(request, codec, upstreams.leaseForRequest(client, true))
                    : plainRoute(request, codec, lease);
            try {
                route.starter().start(filtered, pipeline);
            } catch (Exception | Error e) {
                route.release().run();
                throw e;
            }
        });
    }

    @Override
    public SubscriptionFilter openSubscription(SubscriptionFilter filter, SubscriptionSink stream) {
        UpstreamLease lease = upstreams.leaseForRequest(client, false);
        try {
            UpstreamConnection upstream = lease.upstream();
            ProtocolCodec codec =
                    Objects.requireNonNull(downstreamCodec(upstream, upstream.serverInfoOrConnect(), true));
            SubscriptionNotificationForwarder listener = new SubscriptionNotificationForwarder(
                    stream, filter, codec, interceptor, MessageInterceptor.callerOf(client.principal()));
            Subscription subscription =
                    upstream.openSubscription(withoutUnsupported(filter, upstream), listener, stream::end);
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

    /** Removes resource subscriptions if the server has sessions and does not support them. */
    private static SubscriptionFilter withoutUnsupported(SubscriptionFilter filter, UpstreamConnection upstream) {
        ServerCapabilities.Resources resources =
                upstream.serverInfoOrConnect().capabilities().resources();
        boolean supportsSubscriptions = upstream.isStateless() || resources != null && resources.subscribe();
        return supportsSubscriptions ? filter : filter.withResourceSubscriptions(List.of());
    }

    @Override
    public Map<String, Json> fetchToolsByName() {
        try (UpstreamLease lease = upstreams.leaseForRequest(client, false)) {
            return lease.upstream().toolDefinitions().fetchAndCacheAll();
        }
    }

    @Override
    public @Nullable UpstreamLease leaseUpstream(boolean mayBlock) {
        return mayBlock ? upstreams.leaseForRequest(client, false) : upstreams.tryLeaseForRequest(client);
    }
}
