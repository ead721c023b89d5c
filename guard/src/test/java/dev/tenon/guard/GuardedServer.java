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
    private final TenonHttpServer behindHttp;
    private final Guard guard;
    private final TenonHttpServer frontHttp;
    private final HttpTransportKind way;

    /** Uses the same transport on both sides. */
    GuardedServer(HttpTransportKind way, Revision upstream) {
        this(way, way, builder -> builder, upstream);
    }

    GuardedServer(
            HttpTransportKind downstream,
            HttpTransportKind upstreamRevision,
            UnaryOperator<GuardBuilder> settings,
            Revision... revisions) {
        upstream = new TestServer(revisions);
        behindHttp = served(upstream.server);
        guard = settings.apply(Guard.builder(upstreamRevision.to(behindHttp))).build();
        frontHttp = served(guard.server());
        way = downstream;
    }

    private static TenonHttpServer served(McpServer server) {
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

    ServerTarget front() {
        return way.to(frontHttp);
    }

    /** Returns the Streamable HTTP address of the guard. */
    URI frontUri() {
        return frontHttp.uri();
    }

    @Override
    public void close() {
        frontHttp.close();
        guard.close(Duration.ZERO);
        behindHttp.close();
        upstream.close();
    }
}
