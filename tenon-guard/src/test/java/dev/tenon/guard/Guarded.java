package dev.tenon.guard;

import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.model.Revision;
import dev.tenon.server.McpServer;
import java.net.URI;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** A server of one revision, and a guard in front of it, each served by HTTP. */
final class Guarded implements AutoCloseable {
    private final TestServer behind;
    private final TenonHttpServer behindHttp;
    private final Guard guard;
    private final TenonHttpServer frontHttp;
    private final Way way;

    /** Both ways are the same. */
    Guarded(Way way, Revision behind) {
        this(way, way, builder -> builder, behind);
    }

    Guarded(Way front, Way back, UnaryOperator<GuardBuilder> settings, Revision... revisions) {
        behind = new TestServer(revisions);
        behindHttp = served(behind.server);
        guard = settings.apply(Guard.builder(back.to(behindHttp))).build();
        frontHttp = served(guard.server());
        way = front;
    }

    private static TenonHttpServer served(McpServer server) {
        return TenonHttpServer.builder(server)
                .port(0)
                .httpSse("/sse")
                .webSocket("/ws")
                .start();
    }

    TestServer behind() {
        return behind;
    }

    Guard guard() {
        return guard;
    }

    ServerTarget front() {
        return way.to(frontHttp);
    }

    /** Where the guard speaks Streamable HTTP. */
    URI frontUri() {
        return frontHttp.uri();
    }

    @Override
    public void close() {
        frontHttp.close();
        guard.close(Duration.ZERO);
        behindHttp.close();
        behind.close();
    }
}
