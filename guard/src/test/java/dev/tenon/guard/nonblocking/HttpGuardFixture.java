package dev.tenon.guard.nonblocking;

import dev.tenon.client.McpClient;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.guard.Guard;
import dev.tenon.guard.GuardBuilder;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.json.Json;
import dev.tenon.model.ElicitResult;
import dev.tenon.model.Revision;
import dev.tenon.server.McpServer;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** A server, a guard for it, and a client of the guard, all over HTTP and of one revision. */
final class HttpGuardFixture implements AutoCloseable {
    final UpstreamFeatures features = new UpstreamFeatures();
    private final McpServer server;
    private final TenonHttpServer upstreamHttp;
    private final Guard guard;
    private final TenonHttpServer guardHttp;
    private final McpClient client;

    HttpGuardFixture(Revision revision, UnaryOperator<GuardBuilder> settings) {
        this(revision, settings, TenonHttpServer::uri);
    }

    /** Uses the address that {@code upstreamUri} returns as the address of the server. */
    HttpGuardFixture(
            Revision revision, UnaryOperator<GuardBuilder> settings, Function<TenonHttpServer, URI> upstreamUri) {
        server = features.newServerBuilder().build();
        upstreamHttp = TenonHttpServer.builder(server).port(0).start();
        guard = settings.apply(Guard.builder(ServerTarget.http(upstreamUri.apply(upstreamHttp))))
                .build();
        guardHttp = TenonHttpServer.builder(guard.server()).port(0).start();
        client = McpClient.builder("front", "1")
                .revisions(revision)
                .onForm((form, asker) -> ElicitResult.accept(Json.parse("{\"name\":\"Bo\"}")))
                .connect(ServerTarget.http(guardHttp.uri()));
    }

    McpClient client() {
        return client;
    }

    Guard guard() {
        return guard;
    }

    URI guardUri() {
        return guardHttp.uri();
    }

    String echo(String text) {
        return client.callTool("echo", Map.of("text", text)).content().toString();
    }

    @Override
    public void close() {
        client.close();
        guardHttp.close(Duration.ZERO);
        guard.close(Duration.ZERO);
        upstreamHttp.close(Duration.ZERO);
        server.close(Duration.ZERO);
    }
}
