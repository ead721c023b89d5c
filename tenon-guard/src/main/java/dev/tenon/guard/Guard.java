package dev.tenon.guard;

import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.guard.credential.TargetResolver;
import dev.tenon.guard.internal.GuardedUpstream;
import dev.tenon.guard.internal.concurrent.GuardRuntime;
import dev.tenon.guard.policy.PolicyChain;
import dev.tenon.internal.concurrent.IdempotentCloser;
import dev.tenon.server.McpServer;
import dev.tenon.server.forwarder.RequestForwarder;
import java.time.Duration;

/**
 * Stands in front of one MCP server and looks like it: clients of any revision, over any transport, reach a server of
 * any revision, over any transport.
 *
 * <pre>{@code
 * try (Guard guard = Guard.before(Target.command("npx", "-y", "@modelcontextprotocol/server-filesystem",
 * "/data")).build()) { guard.server().serveStdio();
 * }
 * }</pre>
 *
 * <p>Each session in front has a connection of its own to a server that has sessions; clients without sessions share a
 * few, and a server without sessions has one for all. Connections are made when somebody needs them. A server that is
 * lost is reached, or started, again by the next request.
 */
public final class Guard implements AutoCloseable {
    private final GuardRuntime runtime = new GuardRuntime();
    private final GuardedUpstream guarded;
    private final McpServer server;
    private final IdempotentCloser closer = new IdempotentCloser();

    Guard(GuardBuilder builder) {
        guarded = new GuardedUpstream(
                builder.name(),
                builder.route,
                builder.implementation,
                builder.clientLimits,
                builder.limits,
                builder.policies,
                builder.observer,
                runtime);
        server = McpServer.builder(builder.implementation.name(), builder.implementation.version())
                .limits(builder.serverLimits)
                .stateKeys(builder.stateKeys)
                .revisions(builder.revisions)
                .forwarder(guarded, guarded.leniencyPolicy())
                .build();
    }

    /** A guard in front of that server. */
    public static GuardBuilder builder(ServerTarget target) {
        return builder(TargetResolver.fixed(target));
    }

    /** A guard in front of a server that is shown other credentials for each caller. */
    public static GuardBuilder builder(TargetResolver route) {
        return new GuardBuilder(route);
    }

    /**
     * The front: served on standard input and output, over HTTP, HTTP+SSE or WebSocket, or several of them, as any
     * other server is.
     */
    public McpServer server() {
        return server;
    }

    /**
     * The way through this guard, for a server in front of several: see {@link
     * dev.tenon.guard.aggregate.ServerAggregate}.
     */
    public RequestForwarder forwarder() {
        return guarded;
    }

    /** From now on these policies are asked; exchanges under way end with those they began with. */
    public void updatePolicies(PolicyChain changed) {
        guarded.updatePolicies(changed);
    }

    /** How it is with the server behind: whether it is tried at all, after failures to reach or start it. */
    public UpstreamState upstreamState() {
        return guarded.upstreams().state();
    }

    /** How many connections to the server behind there are now. */
    public int connectionCount() {
        return guarded.upstreams().size();
    }

    /** As {@link #close(Duration)}, with ten seconds. */
    @Override
    public void close() {
        close(Duration.ofSeconds(10));
    }

    /**
     * Shuts down the front, which gives requests in flight this long, and then every connection to the server behind. A
     * second call waits until the first has returned.
     */
    public void close(Duration grace) {
        closer.close(() -> {
            server.close(grace);
            guarded.close();
            runtime.close();
        });
    }
}
