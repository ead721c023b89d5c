package dev.tenon.guard.internal;

import dev.tenon.client.ServerErrorException;
import dev.tenon.client.ServerInfo;
import dev.tenon.client.Subscription;
import dev.tenon.json.Json;
import dev.tenon.model.Method;
import dev.tenon.model.NotificationType;
import dev.tenon.model.ServerCapabilities;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.model.Tool;
import dev.tenon.server.Presentation;
import dev.tenon.server.RelayCall;
import dev.tenon.server.RelayClient;
import dev.tenon.server.RelayStream;
import dev.tenon.wire.Wire;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Serves one request of a client without session. */
final class RequestService implements Service {
    private final RelayClient front;
    private final Checkpoint checkpoint;
    private final Upstreams upstreams;
    private final Parking parking;

    RequestService(RelayClient front, Checkpoint checkpoint, Upstreams upstreams, Parking parking) {
        this.front = front;
        this.checkpoint = checkpoint;
        this.upstreams = upstreams;
        this.parking = parking;
    }

    @Override
    public Presentation presentation() {
        try (Lease lease = upstreams.forRequest(front, false)) {
            ServerInfo server = lease.upstream().client().server();
            return Introduction.of(server, upstreams.self());
        }
    }

    @Override
    public Json answer(Method<?, ?> method, Json params, RelayCall call, Crossing crossing) throws Exception {
        try {
            return answered(method, params, call, crossing);
        } catch (ServerErrorException e) {
            return UrlsFirst.instead(e, method, call, crossing, front.revision());
        }
    }

    private Json answered(Method<?, ?> method, Json params, RelayCall call, Crossing crossing) throws Exception {
        Json state = method.mayRequireInput() && params.get("requestState") != null ? parkedState(call) : null;
        if (UrlsFirst.AGAIN.equals(state)) {
            UrlsFirst.check(call);
        } else if (state != null) {
            // The connection has the rights of who began the call, and that may have been with another token.
            String share = upstreams.share(call.principal());
            return parking.take(state, parked -> share.equals(upstreams.share(parked.caller())))
                    .resume(call, crossing);
        }
        boolean alone = method.mayRequireInput() && Declared.any(front.capabilities());
        Lease lease = upstreams.forRequest(front, alone);
        boolean given = false;
        try {
            Upstream upstream = lease.upstream();
            Wire wire = upstream.front(front.revision(), upstreams.self());
            Front asking = new Front(wire, call, crossing);
            if (StrangeCall.isMeant(method, wire)) {
                return new StrangeCall(method, params, asking).through(upstream);
            }
            RequestCall request = new RequestCall(method, params, asking);
            if (!alone || upstream.isStateless()) {
                return request.through(upstream);
            }
            ParkableCall parkable = new ParkableCall(request, lease, parking);
            given = true;
            upstreams.later(parkable);
            return parkable.await(request.front());
        } finally {
            if (!given) {
                lease.close();
            }
        }
    }

    /** A state is ours, or that of a server behind that has no sessions, which gets it back as it is. */
    private @Nullable Json parkedState(RelayCall call) {
        return upstreams.isStateless(front) ? null : call.state();
    }

    @Override
    public SubscriptionFilter listen(SubscriptionFilter wanted, RelayStream stream) {
        Lease lease = upstreams.forRequest(front, false);
        try {
            Upstream upstream = lease.upstream();
            Wire wire = upstream.front(front.revision(), upstreams.self());
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
        ServerCapabilities.Resources can =
                upstream.client().server().capabilities().resources();
        boolean subscribes = upstream.isStateless() || can != null && can.subscribe();
        return subscribes ? wanted : wanted.withResourceSubscriptions(List.of());
    }

    @Override
    public void notified(NotificationType<?> type, Json params) {
        // Without a session there is nothing that a notification could be about.
    }

    @Override
    public @Nullable Way way(Method<?, ?> method, Json params, RelayCall call) {
        Lease lease = upstreams.forRequestNow(front);
        ServerInfo server = lease == null ? null : lease.upstream().client().serverNow();
        if (lease == null || server == null) {
            return null;
        }
        Wire wire = lease.upstream().front(server, front.revision(), upstreams.self());
        if (StrangeCall.isMeant(method, wire) || !lease.upstream().client().mayBegin(method)) {
            lease.close();
            return null;
        }
        return new RequestWay(method, call, wire, lease);
    }

    @Override
    public boolean toolNow(String name, Consumer<@Nullable Tool> taker) {
        Lease lease = upstreams.forRequestNow(front);
        if (lease == null) {
            return false;
        }
        try (lease) {
            return lease.upstream().client().toolNow(name, taker);
        }
    }

    @Override
    public @Nullable Json definition(String name) {
        try (Lease lease = upstreams.forRequest(front, false)) {
            return lease.upstream().definitions().of(name);
        }
    }

    @Override
    public Map<String, Json> tools() {
        try (Lease lease = upstreams.forRequest(front, false)) {
            return lease.upstream().definitions().all();
        }
    }

    @Override
    public @Nullable Tool tool(String name) {
        try (Lease lease = upstreams.forRequest(front, false)) {
            return lease.upstream().tool(name);
        }
    }

    @Override
    public void close() {
        // What was used was given back when the request ended.
    }
}
