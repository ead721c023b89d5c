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
    private static final int RETIRED = -1;

    private final Upstreams upstreams;
    private final Checkpoint checkpoint;
    private final SuspendedCalls suspended;
    private final GuardLimits limits;
    /** The clients that are served, or {@link #RETIRED}. */
    private final AtomicInteger services = new AtomicInteger();

    private final AtomicReference<@Nullable Runnable> whenIdle = new AtomicReference<>();

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

    /** Runs this, once, when the last client that is served has gone. From then on new clients are refused. */
    void retire(Runnable end) {
        whenIdle.set(end);
        endIfIdle();
    }

    /** A client that comes is counted before it is connected, so that the server stays for it. */
    private void enter() {
        if (services.getAndUpdate(now -> now == RETIRED ? RETIRED : now + 1) == RETIRED) {
            throw new RetiredException();
        }
    }

    private void leave() {
        services.decrementAndGet();
        endIfIdle();
    }

    private void endIfIdle() {
        Runnable end = whenIdle.get();
        if (end != null && services.compareAndSet(0, RETIRED)) {
            end.run();
        }
    }

    @Override
    public RelayService meet(RelayClient front) {
        enter();
        try {
            Service service = front.hasSession()
                    ? SessionService.open(front, checkpoint, upstreams, limits)
                    : new RequestService(front, checkpoint, upstreams, suspended);
            return new CheckedService(service, checkpoint, front, this::leave);
        } catch (McpClientException e) {
            leave();
            throw Trouble.of(e, Methods.DISCOVER, Json.EMPTY_OBJECT, front.revision());
        } catch (RuntimeException | Error e) {
            leave();
            throw e;
        }
    }
}
