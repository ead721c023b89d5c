package dev.tenon.guard.internal;

import dev.tenon.client.McpClientException;
import dev.tenon.guard.GuardLimits;
import dev.tenon.guard.policy.Policies;
import dev.tenon.guard.watch.GuardObserver;
import dev.tenon.guard.watch.SessionBegun;
import dev.tenon.json.Json;
import dev.tenon.model.Methods;
import dev.tenon.server.Relay;
import dev.tenon.server.RelayClient;
import dev.tenon.server.RelayService;
import java.util.function.Supplier;

/** Meets clients in front and finds them a way to the server behind. */
public final class Passages implements Relay {
    private final Upstreams upstreams;
    private final Checkpoint checkpoint;
    private final Parking parking;
    private final GuardLimits limits;

    /** A way to those, past policies that may change while it runs. */
    public Passages(
            Upstreams upstreams, Supplier<Policies> policies, GuardObserver observer, String name, GuardLimits limits) {
        this.upstreams = upstreams;
        this.checkpoint = new Checkpoint(policies, observer, name);
        this.parking = new Parking(limits.parked(), limits.parkedTime());
        this.limits = limits;
        upstreams.every(parking::sweep);
        upstreams.sessions(revision -> observer.session(new SessionBegun(false, name, revision)));
    }

    @Override
    public RelayService meet(RelayClient front) {
        try {
            Service service = front.hasSession()
                    ? SessionService.open(front, checkpoint, upstreams, limits)
                    : new RequestService(front, checkpoint, upstreams, parking);
            return new CheckedService(service, checkpoint, front);
        } catch (McpClientException e) {
            throw Trouble.of(e, Methods.DISCOVER, Json.EMPTY_OBJECT, front.revision());
        }
    }
}
