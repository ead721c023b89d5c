package dev.tenon.guard.internal;

import dev.tenon.client.ServerInfo;
import dev.tenon.client.Subscription;
import dev.tenon.json.Json;
import dev.tenon.model.ServerCapabilities;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.server.Presentation;
import dev.tenon.server.RelayCall;
import dev.tenon.server.RelayClient;
import dev.tenon.server.RelayStream;
import dev.tenon.wire.Wire;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Serves one request of a client without session. */
record RequestService(RelayClient front, Checkpoint checkpoint, Upstreams upstreams, SuspendedCalls suspended)
        implements Service {
    @Override
    public Presentation presentation() {
        try (Lease lease = upstreams.forRequest(front, false)) {
            ServerInfo server = lease.upstream().server();
            return Presenting.of(server, upstreams.self());
        }
    }

    @Override
    public @Nullable UpstreamRoute route(FilteredCall.Request request, boolean mayBlock) {
        boolean mayRequireInput = request.method().mayRequireInput();
        boolean canBeAsked = mayRequireInput && Declared.any(front.capabilities());
        boolean isResumed = mayRequireInput && request.params().get("requestState") != null;
        Lease lease = mayBlock ? upstreams.forRequest(front, canBeAsked && !isResumed) : upstreams.forRequestNow(front);
        if (lease == null) {
            return null;
        }
        try {
            ServerInfo server = lease.upstream().server(mayBlock);
            Wire wire = server == null ? null : wire(lease.upstream(), server, mayBlock);
            if (server == null || wire == null) {
                lease.close();
                return null;
            }
            boolean isPlain = server.revision().isStateless()
                    || wire.clientMethod(request.method().name()) == null;
            if (!isPlain && isResumed) {
                return resumed(request, wire, lease, canBeAsked);
            }
            return !isPlain && canBeAsked ? suspendable(request, wire, lease) : plain(request, wire, lease);
        } catch (RuntimeException | Error e) {
            lease.close();
            throw e;
        }
    }

    private @Nullable Wire wire(Upstream upstream, ServerInfo server, boolean mayBlock) {
        return upstream.front(server, front.revision(), checkpoint, upstreams.self(), mayBlock);
    }

    private UpstreamRoute plain(FilteredCall.Request request, Wire wire, Lease lease) {
        Upstream upstream = lease.upstream();
        return new UpstreamRoute(upstream, lease::close, (passed, crossing, completion) -> {
            request.call().logLevel().ifPresent(upstream::wantLogs);
            Front asking = new Front(wire, request.call(), crossing);
            new StatelessCall(passed, asking, upstream, completion).begin();
        });
    }

    /** The call has the connection until the upstream has answered, be it over several requests of the client. */
    private UpstreamRoute suspendable(FilteredCall.Request request, Wire wire, Lease lease) {
        AtomicBoolean isBegun = new AtomicBoolean();
        Runnable leave = () -> {
            if (!isBegun.get()) {
                lease.close();
            }
        };
        return new UpstreamRoute(lease.upstream(), leave, (passed, crossing, completion) -> {
            request.call().logLevel().ifPresent(lease.upstream()::wantLogs);
            isBegun.set(true);
            Front asking = new Front(wire, request.call(), crossing);
            new SuspendableCall(passed, asking, lease, suspended, completion).begin();
        });
    }

    /** The client brings the state of a call of ours: one that waits for it, or one that is to be made again. */
    private UpstreamRoute resumed(FilteredCall.Request request, Wire wire, Lease lease, boolean canBeAsked) {
        return new UpstreamRoute(lease.upstream(), lease::close, (passed, crossing, completion) -> {
            RelayCall call = request.call();
            Json state = call.state();
            if (state != null && !UrlsFirst.AGAIN.equals(state)) {
                // The connection has the rights of the caller that began the call, perhaps with another token.
                String share = upstreams.share(call.principal());
                suspended
                        .take(state, begun -> share.equals(upstreams.share(begun.caller())))
                        .resume(call, crossing, completion);
                return;
            }
            if (state != null) {
                UrlsFirst.check(call);
            }
            UpstreamRoute again = canBeAsked
                    ? suspendable(request, wire, upstreams.forRequest(front, true))
                    : plain(request, wire, lease);
            again.starter().begin(passed, crossing, completion);
        });
    }

    @Override
    public SubscriptionFilter listen(SubscriptionFilter wanted, RelayStream stream) {
        Lease lease = upstreams.forRequest(front, false);
        try {
            Upstream upstream = lease.upstream();
            Wire wire = Objects.requireNonNull(wire(upstream, upstream.server(), true));
            StreamEar ear = new StreamEar(stream, wanted, wire, checkpoint, Checkpoint.caller(front.principal()));
            Subscription subscription = upstream.listen(possible(wanted, upstream), ear, stream::end);
            stream.whenOver(() -> upstreams.later(() -> {
                subscription.close();
                lease.close();
            }));
            return subscription.honoured();
        } catch (RuntimeException e) {
            lease.close();
            throw e;
        }
    }

    /** Without what a server that is asked for each resource cannot do. */
    private static SubscriptionFilter possible(SubscriptionFilter wanted, Upstream upstream) {
        ServerCapabilities.Resources can = upstream.server().capabilities().resources();
        boolean subscribes = upstream.isStateless() || can != null && can.subscribe();
        return subscribes ? wanted : wanted.withResourceSubscriptions(List.of());
    }

    @Override
    public Map<String, Json> tools() {
        try (Lease lease = upstreams.forRequest(front, false)) {
            return lease.upstream().definitions().all();
        }
    }

    @Override
    public @Nullable Lease upstream(boolean mayBlock) {
        return mayBlock ? upstreams.forRequest(front, false) : upstreams.forRequestNow(front);
    }
}
