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
    private final SuspendedCalls suspended;
    private final GuardLimits limits;
    /** The clients that are served. One that comes is counted before it is connected, so that the server stays for it. */
    private final UseCount services = new UseCount();

    /** A way to those, past policies that may change while it runs. */
    public Passages(
            Upstreams upstreams, Supplier<Policies> policies, GuardObserver observer, String name, GuardLimits limits) {
        this.upstreams = upstreams;
        this.checkpoint = new Checkpoint(policies, observer, name, upstreams::later);
        this.suspended = new SuspendedCalls(limits.parked(), limits.parkedTime());
        this.limits = limits;
        upstreams.every(Upstreams.MAINTENANCE_PAUSE, suspended::expire);
        upstreams.sessions(revision -> observer.session(new SessionBegun(false, name, revision)));
    }

    /** From now on new clients are refused. Runs this, once, when the last client that is served has gone. */
    void retire(Runnable end) {
        services.retire(end);
    }

    @Override
    public RelayService meet(RelayClient front) {
        if (!services.enter()) {
            throw new RetiredException();
        }
        try {
            Service service = front.hasSession()
                    ? SessionService.open(front, checkpoint, upstreams, limits)
                    : new RequestService(front, checkpoint, upstreams, suspended);
            return new CheckedService(service, checkpoint, front, services::exit);
        } catch (McpClientException e) {
            services.exit();
            throw Trouble.of(e, Methods.DISCOVER, Json.EMPTY_OBJECT, front.revision());
        } catch (RuntimeException | Error e) {
            services.exit();
            throw e;
        }
    }
}
