package dev.tenon.guard.internal;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.error.McpClientException;
import dev.tenon.guard.GuardLimits;
import dev.tenon.guard.credential.TargetResolver;
import dev.tenon.guard.internal.concurrent.GuardRuntime;
import dev.tenon.guard.internal.concurrent.UsageCounter;
import dev.tenon.guard.internal.error.UpstreamRetiredException;
import dev.tenon.guard.internal.forwarder.FilteredSession;
import dev.tenon.guard.internal.forwarder.PolicyFilter;
import dev.tenon.guard.internal.forwarder.SessionRouter;
import dev.tenon.guard.internal.forwarder.UpstreamConnections;
import dev.tenon.guard.internal.forwarder.UpstreamRouter;
import dev.tenon.guard.internal.stateless.StatelessRouter;
import dev.tenon.guard.internal.stateless.SuspendedCalls;
import dev.tenon.guard.observer.GuardObserver;
import dev.tenon.guard.observer.ObservedSession;
import dev.tenon.guard.policy.FindingReport;
import dev.tenon.guard.policy.MessageDirection;
import dev.tenon.guard.policy.PolicyChain;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.LeniencyPolicy;
import dev.tenon.model.Implementation;
import dev.tenon.server.forwarder.DownstreamClient;
import dev.tenon.server.forwarder.ForwardingSession;
import dev.tenon.server.forwarder.RequestForwarder;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One server behind the guard, and the policies in force, which may change. Meets clients in front and finds them a way
 * to the server.
 */
public final class GuardedUpstream implements RequestForwarder, AutoCloseable {
    /** How often what policies have at hand is refreshed. */
    private static final Duration POLICY_REFRESH_INTERVAL = Duration.ofMillis(100);

    private final UpstreamConnections upstreams;
    private final AtomicReference<PolicyChain> policies;
    private final LeniencyPolicy downstreamLeniency;
    private final PolicyFilter checkpoint;
    private final SuspendedCalls suspended;
    private final GuardLimits limits;
    /**
     * The clients that are served. One that comes is counted before it is connected, so that the server stays for it.
     */
    private final UsageCounter usage = new UsageCounter();

    /**
     * A server behind. Nothing is connected yet.
     *
     * @param name what it is called in policies and reports
     * @param self what the guard is, where the server does not say what it is
     * @param runtime the threads of the guard; not closed by this
     */
    public GuardedUpstream(
            String name,
            TargetResolver route,
            Implementation self,
            ClientLimits clientLimits,
            GuardLimits limits,
            PolicyChain first,
            GuardObserver observer,
            GuardRuntime runtime) {
        policies = new AtomicReference<>(first);
        downstreamLeniency = leniencyPolicy(MessageDirection.TO_SERVER, name);
        upstreams = new UpstreamConnections(
                name,
                route,
                self,
                clientLimits,
                limits,
                leniencyPolicy(MessageDirection.TO_CLIENT, name),
                revision -> observer.onSessionStart(new ObservedSession(false, name, revision)),
                runtime);
        upstreams.scheduleMaintenance(
                POLICY_REFRESH_INTERVAL, () -> policies.get().refresh());
        checkpoint = new PolicyFilter(policies::get, observer, name, upstreams::executeBlocking);
        suspended = new SuspendedCalls(limits.suspendedCalls(), limits.suspendedCallTimeout(), runtime);
        this.limits = limits;
        upstreams.scheduleMaintenance(UpstreamConnections.MAINTENANCE_INTERVAL, suspended::cancelExpired);
    }

    /**
     * Lets pass what is not exact, as the policies in force say. What it is about is not known: perhaps it is not even
     * a message.
     */
    private LeniencyPolicy leniencyPolicy(MessageDirection direction, String upstream) {
        PolicyMessage message = PolicyMessage.notification(direction, upstream, "message", Json.EMPTY_OBJECT);
        return (check, detail) -> policies.get().reportViolation(check, message, detail, this::onFinding);
    }

    private void onFinding(PolicyMessage message, FindingReport report) {
        checkpoint.execute(
                message.method(), message.body(), () -> checkpoint.observer().onFinding(message, report));
    }

    @Override
    public ForwardingSession connect(DownstreamClient front) {
        if (!usage.tryAcquire()) {
            throw new UpstreamRetiredException();
        }
        try {
            UpstreamRouter service = front.hasSession()
                    ? SessionRouter.open(front, checkpoint, upstreams, limits)
                    : new StatelessRouter(front, checkpoint, upstreams, suspended);
            return new FilteredSession(service, checkpoint, front, usage::release);
        } catch (McpClientException e) {
            usage.release();
            throw checkpoint.toConnectError(e, front.revision());
        } catch (RuntimeException | Error e) {
            usage.release();
            throw e;
        }
    }

    /** What clients in front are let do though it is not exact. */
    public LeniencyPolicy leniencyPolicy() {
        return downstreamLeniency;
    }

    /** The connections to it. */
    public UpstreamConnections upstreams() {
        return upstreams;
    }

    /** From now on these policies are asked; exchanges under way end with those they began with. */
    public void updatePolicies(PolicyChain changed) {
        policies.set(changed);
    }

    /**
     * From now on refuses new clients. Closes when the last client that is served has gone; {@code closed} is run after
     * that.
     */
    public void retire(Runnable closed) {
        usage.retire(() -> upstreams.executeBlocking(() -> {
            close();
            closed.run();
        }));
    }

    @Override
    public void close() {
        upstreams.close();
    }
}
