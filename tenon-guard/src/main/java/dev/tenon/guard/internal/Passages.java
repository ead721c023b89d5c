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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Meets clients in front and finds them a way to the server behind. */
public final class Passages implements Relay {
    private final Upstreams upstreams;
    private final Checkpoint checkpoint;
    private final Parking parking;
    private final GuardLimits limits;
    private final AtomicInteger services = new AtomicInteger();
    private final AtomicReference<@Nullable Runnable> whenIdle = new AtomicReference<>();

    /** A way to those, past policies that may change while it runs. */
    public Passages(
            Upstreams upstreams, Supplier<Policies> policies, GuardObserver observer, String name, GuardLimits limits) {
        this.upstreams = upstreams;
        this.checkpoint = new Checkpoint(policies, observer, name, upstreams::later);
        this.parking = new Parking(limits.parked(), limits.parkedTime());
        this.limits = limits;
        upstreams.every(parking::sweep);
        upstreams.sessions(revision -> observer.session(new SessionBegun(false, name, revision)));
    }

    /** Runs this, once, when nobody is served any more. */
    void retire(Runnable end) {
        whenIdle.set(end);
        endIfIdle();
    }

    private void over() {
        services.decrementAndGet();
        endIfIdle();
    }

    private void endIfIdle() {
        Runnable end = services.get() == 0 ? whenIdle.getAndSet(null) : null;
        if (end != null) {
            end.run();
        }
    }

    @Override
    public RelayService meetNow(RelayClient front) {
        services.incrementAndGet();
        return new CheckedService(
                new RequestService(front, checkpoint, upstreams, parking), checkpoint, front, this::over);
    }

    @Override
    public RelayService meet(RelayClient front) {
        try {
            Service service = front.hasSession()
                    ? SessionService.open(front, checkpoint, upstreams, limits)
                    : new RequestService(front, checkpoint, upstreams, parking);
            services.incrementAndGet();
            return new CheckedService(service, checkpoint, front, this::over);
        } catch (McpClientException e) {
            throw Trouble.of(e, Methods.DISCOVER, Json.EMPTY_OBJECT, front.revision());
        }
    }
}
