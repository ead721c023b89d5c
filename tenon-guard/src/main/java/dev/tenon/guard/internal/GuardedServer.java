package dev.tenon.guard.internal;

import dev.tenon.client.ClientLimits;
import dev.tenon.guard.GuardLimits;
import dev.tenon.guard.credentials.Route;
import dev.tenon.guard.policy.Direction;
import dev.tenon.guard.policy.Passage;
import dev.tenon.guard.policy.Policies;
import dev.tenon.guard.watch.GuardObserver;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.Tolerance;
import dev.tenon.model.Implementation;
import dev.tenon.server.Relay;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/** One server behind the guard: the way to it, and the policies in force, which may change. */
public final class GuardedServer implements AutoCloseable {
    /** How often what policies have at hand is refreshed. */
    private static final Duration REFRESH = Duration.ofMillis(100);

    private final Upstreams upstreams;
    private final AtomicReference<Policies> policies;
    private final Passages passages;
    private final Tolerance front;

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
        upstreams = new Upstreams(route, self, clientLimits, limits, tolerance(Direction.TO_CLIENT, name), runtime);
        upstreams.every(REFRESH, () -> policies.get().refresh());
        passages = new Passages(upstreams, policies::get, observer, name, limits);
    }

    /** Lets pass what is not exact, as the policies in force say. What it is about is not known: perhaps it is not even a message. */
    private Tolerance tolerance(Direction direction, String upstream) {
        Passage message = Passage.notification(direction, upstream, "message", Json.EMPTY_OBJECT);
        return (check, detail) -> policies.get().lets(check, message, detail);
    }

    /** Answers clients in front. */
    public Relay relay() {
        return passages;
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

    /** Closes it when the last client that it serves has gone; {@code closed} is run after that. */
    public void retire(Runnable closed) {
        passages.retire(() -> upstreams.later(() -> {
            close();
            closed.run();
        }));
    }

    @Override
    public void close() {
        upstreams.close();
    }
}
