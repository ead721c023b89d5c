package dev.tenon.guard.internal;

import dev.tenon.client.McpClientException;
import dev.tenon.guard.GuardLimits;
import dev.tenon.guard.policy.Policies;
import dev.tenon.json.Json;
import dev.tenon.model.Methods;
import dev.tenon.server.Relay;
import dev.tenon.server.RelayClient;
import dev.tenon.server.RelayService;

/** Meets clients in front and finds them a way to the server behind. */
public final class Passages implements Relay {
    private final Upstreams upstreams;
    private final Checkpoint checkpoint;
    private final Parking parking;
    private final GuardLimits limits;

    public Passages(Upstreams upstreams, Policies policies, String name, GuardLimits limits) {
        this.upstreams = upstreams;
        this.checkpoint = new Checkpoint(policies, name);
        this.parking = new Parking(limits.parked(), limits.parkedTime());
        this.limits = limits;
        upstreams.every(parking::sweep);
    }

    @Override
    public RelayService meet(RelayClient front) {
        try {
            Service service = front.hasSession()
                    ? SessionService.open(front, upstreams, limits)
                    : new RequestService(front, upstreams, parking);
            return new CheckedService(service, checkpoint, front);
        } catch (McpClientException e) {
            throw Trouble.of(e, Methods.DISCOVER, Json.EMPTY_OBJECT, front.revision());
        }
    }
}
