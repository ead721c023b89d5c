package dev.tenon.guard;

import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.model.Revision;
import dev.tenon.server.McpServer;
import java.net.URI;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** A server of one revision, and a guard for it, each served by HTTP. */
final class GuardedServer implements AutoCloseable {
    private final TestServer upstream;
    private final TenonHttpServer upstreamHttp;
    private final Guard guard;
    private final TenonHttpServer guardHttp;
    private final HttpTransportKind downstreamTransport;

    /** Uses the same transport on both sides. */
    GuardedServer(HttpTransportKind transport, Revision upstream) {
        this(transport, transport, builder -> builder, upstream);
    }

    GuardedServer(
            HttpTransportKind downstreamTransport,
            HttpTransportKind upstreamTransport,
            UnaryOperator<GuardBuilder> settings,
            Revision... revisions) {
        upstream = new TestServer(revisions);
        upstreamHttp = startHttp(upstream.server);
        guard = settings.apply(Guard.builder(upstreamTransport.targetOf(upstreamHttp)))
                .build();
        guardHttp = startHttp(guard.server());
        this.downstreamTransport = downstreamTransport;
    }

    private static TenonHttpServer startHttp(McpServer server) {
        return TenonHttpServer.builder(server)
                .port(0)
                .httpSse("/sse")
                .webSocket("/ws")
                .start();
    }

    TestServer upstream() {
        return upstream;
    }

    Guard guard() {
        return guard;
    }

    ServerTarget guardTarget() {
        return downstreamTransport.targetOf(guardHttp);
    }

    /** Returns the Streamable HTTP address of the guard. */
    URI guardUri() {
        return guardHttp.uri();
    }

    @Override
    public void close() {
        guardHttp.close();
        guard.close(Duration.ZERO);
        upstreamHttp.close();
        upstream.close();
    }
}
