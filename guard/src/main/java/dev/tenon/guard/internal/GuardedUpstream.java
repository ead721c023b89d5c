package dev.tenon.guard.internal;

import dev.tenon.client.error.McpClientException;
import dev.tenon.guard.GuardLimits;
import dev.tenon.guard.internal.concurrent.GuardRuntime;
import dev.tenon.guard.internal.concurrent.UsageCounter;
import dev.tenon.guard.internal.error.UpstreamRetiredException;
import dev.tenon.guard.internal.forwarder.FilteredForwardingSession;
import dev.tenon.guard.internal.forwarder.MessageInterceptor;
import dev.tenon.guard.internal.forwarder.SessionRouter;
import dev.tenon.guard.internal.forwarder.UpstreamConnections;
import dev.tenon.guard.internal.forwarder.UpstreamRouter;
import dev.tenon.guard.internal.forwarder.UpstreamSettings;
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
import dev.tenon.server.forwarder.DownstreamClient;
import dev.tenon.server.forwarder.ForwardingSession;
import dev.tenon.server.forwarder.RequestForwarder;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/** Connects clients to one upstream server, and holds the current policies, which can change. */
public final class GuardedUpstream implements RequestForwarder, AutoCloseable {
    /** How often data of the policies is refreshed, so that they do not block on it. */
    private static final Duration POLICY_REFRESH_INTERVAL = Duration.ofMillis(100);

    private final UpstreamConnections upstreams;
    private final AtomicReference<PolicyChain> policies;
    private final MessageInterceptor interceptor;
    private final SuspendedCalls suspended;
    private final int maxRounds;
    /** Counts connected clients. A client is counted before it connects, so that the upstream stays open for it. */
    private final UsageCounter usage = new UsageCounter();

    /**
     * Creates the upstream without connecting to it.
     *
     * @param runtime the threads of the guard; not closed by this
     */
    public GuardedUpstream(
            UpstreamSettings settings, PolicyChain initialPolicies, GuardObserver observer, GuardRuntime runtime) {
        String name = settings.name();
        GuardLimits limits = settings.limits();
        policies = new AtomicReference<>(initialPolicies);
        upstreams = new UpstreamConnections(
                settings,
                leniencyPolicy(MessageDirection.TO_CLIENT, name),
                revision -> observer.onSessionStart(new ObservedSession(false, name, revision)),
                runtime);
        upstreams.scheduleMaintenance(
                POLICY_REFRESH_INTERVAL, () -> policies.get().reloadFiles());
        interceptor = new MessageInterceptor(policies::get, observer, name, upstreams::executeBlocking);
        suspended = new SuspendedCalls(limits.suspendedCalls(), limits.suspendedCallTimeout(), runtime);
        maxRounds = limits.maxRounds();
        upstreams.scheduleMaintenance(UpstreamConnections.MAINTENANCE_INTERVAL, suspended::cancelExpired);
    }

    /**
     * Allows protocol violations as the current policies say. The method is unknown here, as the input may not even be
     * a message.
     */
    private LeniencyPolicy leniencyPolicy(MessageDirection direction, String upstream) {
        PolicyMessage message = PolicyMessage.notification(direction, upstream, "message", Json.EMPTY_OBJECT);
        return (check, detail) -> policies.get().reportViolation(check, message, detail, this::onFinding);
    }

    private void onFinding(PolicyMessage message, FindingReport report) {
        interceptor.runInlineOrOffload(
                message.method(), message.body(), () -> interceptor.observer().onFinding(message, report));
    }

    @Override
    public ForwardingSession connect(DownstreamClient client) {
        if (!usage.tryAcquire()) {
            throw new UpstreamRetiredException();
        }
        try {
            UpstreamRouter router = client.hasSession()
                    ? SessionRouter.open(client, interceptor, upstreams, maxRounds)
                    : new StatelessRouter(client, interceptor, upstreams, suspended);
            return new FilteredForwardingSession(router, interceptor, client, usage::release);
        } catch (McpClientException e) {
            usage.release();
            throw interceptor.toConnectError(e, client.revision());
        } catch (RuntimeException | Error e) {
            usage.release();
            throw e;
        }
    }

    /** Returns the leniency for protocol violations of clients. */
    public LeniencyPolicy leniencyPolicy() {
        return leniencyPolicy(MessageDirection.TO_SERVER, interceptor.upstream());
    }

    /** Returns the upstream connections. */
    public UpstreamConnections connections() {
        return upstreams;
    }

    /** Replaces the policies. Calls in progress complete with the policies they started with. */
    public void updatePolicies(PolicyChain value) {
        policies.set(value);
    }

    /**
     * Rejects new clients from now on, and closes this when the last connected client leaves. Then {@code closed} is
     * run.
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
