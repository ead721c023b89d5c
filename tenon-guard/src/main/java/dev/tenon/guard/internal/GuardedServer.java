package dev.tenon.guard.internal;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.McpClientException;
import dev.tenon.guard.GuardLimits;
import dev.tenon.guard.credentials.Route;
import dev.tenon.guard.policy.Direction;
import dev.tenon.guard.policy.Passage;
import dev.tenon.guard.policy.Policies;
import dev.tenon.guard.policy.Report;
import dev.tenon.guard.watch.GuardObserver;
import dev.tenon.guard.watch.SessionBegun;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.Tolerance;
import dev.tenon.model.Implementation;
import dev.tenon.server.Relay;
import dev.tenon.server.RelayClient;
import dev.tenon.server.RelayService;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One server behind the guard, and the policies in force, which may change. Meets clients in front and finds them a way to
 * the server.
 */
public final class GuardedServer implements Relay, AutoCloseable {
    /** How often what policies have at hand is refreshed. */
    private static final Duration REFRESH = Duration.ofMillis(100);

    private final Upstreams upstreams;
    private final AtomicReference<Policies> policies;
    private final Tolerance front;
    private final Checkpoint checkpoint;
    private final SuspendedCalls suspended;
    private final GuardLimits limits;
    /** The clients that are served. One that comes is counted before it is connected, so that the server stays for it. */
    private final UseCount services = new UseCount();

    /**
     * A server behind. Nothing is connected yet.
     *
     * @param name what it is called in policies and reports
     * @param self what the guard is, where the server does not say what it is
     * @param runtime the threads of the guard; not closed by this
     */
    public GuardedServer(
            String name,
            Route route,
            Implementation self,
            ClientLimits clientLimits,
            GuardLimits limits,
            Policies first,
            GuardObserver observer,
            GuardRuntime runtime) {
        policies = new AtomicReference<>(first);
        front = tolerance(Direction.TO_SERVER, name);
        upstreams = new Upstreams(
                name,
                route,
                self,
                clientLimits,
                limits,
                tolerance(Direction.TO_CLIENT, name),
                revision -> observer.session(new SessionBegun(false, name, revision)),
                runtime);
        upstreams.every(REFRESH, () -> policies.get().refresh());
        checkpoint = new Checkpoint(policies::get, observer, name, upstreams::later);
        suspended = new SuspendedCalls(limits.parked(), limits.parkedTime(), runtime);
        this.limits = limits;
        upstreams.every(Upstreams.MAINTENANCE_PAUSE, suspended::expire);
    }

    /** Lets pass what is not exact, as the policies in force say. What it is about is not known: perhaps it is not even a message. */
    private Tolerance tolerance(Direction direction, String upstream) {
        Passage message = Passage.notification(direction, upstream, "message", Json.EMPTY_OBJECT);
        return (check, detail) -> policies.get().lets(check, message, detail, this::found);
    }

    private void found(Passage message, Report report) {
        checkpoint.run(
                message.method(), message.body(), () -> checkpoint.observer().found(message, report));
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
            throw checkpoint.notPresented(e, front.revision());
        } catch (RuntimeException | Error e) {
            services.exit();
            throw e;
        }
    }

    /** What clients in front are let do though it is not exact. */
    public Tolerance tolerance() {
        return front;
    }

    /** The connections to it. */
    public Upstreams upstreams() {
        return upstreams;
    }

    /** From now on these policies are asked; exchanges under way end with those they began with. */
    public void policies(Policies changed) {
        policies.set(changed);
    }

    /** From now on refuses new clients. Closes when the last client that is served has gone; {@code closed} is run after that. */
    public void retire(Runnable closed) {
        services.retire(() -> upstreams.later(() -> {
            close();
            closed.run();
        }));
    }

    @Override
    public void close() {
        upstreams.close();
    }
}
