package dev.tenon.guard;

import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.guard.credential.TargetResolver;
import dev.tenon.guard.internal.GuardedUpstream;
import dev.tenon.guard.internal.concurrent.GuardRuntime;
import dev.tenon.guard.internal.forwarder.UpstreamSettings;
import dev.tenon.guard.policy.PolicyChain;
import dev.tenon.internal.concurrent.IdempotentCloser;
import dev.tenon.server.McpServer;
import dev.tenon.server.forwarder.RequestForwarder;
import java.time.Duration;

/**
 * A policy-enforcing proxy for one MCP server. Clients and the upstream server can use different revisions and
 * transports.
 *
 * <pre>{@code
 * ServerTarget target = ServerTarget.command("npx", "-y", "@modelcontextprotocol/server-filesystem", "/data");
 * try (Guard guard = Guard.builder(target).build()) {
 *     guard.server().serveStdio();
 * }
 * }</pre>
 *
 * <p>Each downstream session has its own connection to an upstream server with sessions. Clients without sessions share
 * connections, and an upstream server without sessions has one connection for all clients. The guard connects lazily.
 * After a connection is lost, the next request reconnects or restarts the upstream server.
 */
public final class Guard implements AutoCloseable {
    private final GuardRuntime runtime = new GuardRuntime();
    private final GuardedUpstream guarded;
    private final McpServer server;
    private final IdempotentCloser closer = new IdempotentCloser();

    Guard(GuardBuilder builder) {
        UpstreamSettings settings = new UpstreamSettings(
                builder.upstreamName(),
                builder.targetResolver,
                builder.implementation,
                builder.clientLimits,
                builder.limits);
        guarded = new GuardedUpstream(settings, builder.policies, builder.observer, runtime);
        server = McpServer.builder(builder.implementation.name(), builder.implementation.version())
                .limits(builder.serverLimits)
                .stateKeys(builder.stateKeys)
                .revisions(builder.revisions)
                .forwarder(guarded, guarded.leniencyPolicy())
                .build();
    }

    /** Returns a builder of a guard for this upstream server. */
    public static GuardBuilder builder(ServerTarget target) {
        return builder(TargetResolver.fixed(target));
    }

    /** Returns a builder of a guard that resolves the target, with its credentials, for each caller. */
    public static GuardBuilder builder(TargetResolver resolver) {
        return new GuardBuilder(resolver);
    }

    /**
     * Returns the downstream server. Like any other server, it can be served over standard input and output, HTTP,
     * HTTP+SSE and WebSocket, also over several of them.
     */
    public McpServer server() {
        return server;
    }

    /**
     * Returns the forwarder of this guard, for use as a member of a {@link dev.tenon.guard.aggregate.ServerAggregate}.
     */
    public RequestForwarder forwarder() {
        return guarded;
    }

    /** Replaces the policies. Calls in progress complete with the policies they started with. */
    public void updatePolicies(PolicyChain changed) {
        guarded.updatePolicies(changed);
    }

    /** Returns whether the upstream server is reachable, and when the guard retries after failures. */
    public UpstreamState upstreamState() {
        return guarded.connections().state();
    }

    /** Returns the number of open connections to the upstream server. */
    public int connectionCount() {
        return guarded.connections().size();
    }

    /** Like {@link #close(Duration)}, with a grace period of ten seconds. */
    @Override
    public void close() {
        close(Duration.ofSeconds(10));
    }

    /**
     * Closes the downstream server, which gives requests in flight this grace period, and then all upstream
     * connections. A concurrent second call waits until the first returns.
     */
    public void close(Duration grace) {
        closer.close(() -> {
            server.close(grace);
            guarded.close();
            runtime.close();
        });
    }
}
