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

/** A server, the guard before it, and a client before that, all over HTTP and of one revision. */
final class Stage implements AutoCloseable {
    final Behind tools = new Behind();
    private final McpServer server;
    private final TenonHttpServer behind;
    private final Guard guard;
    private final TenonHttpServer front;
    private final McpClient client;

    Stage(Revision revision, UnaryOperator<GuardBuilder> settings) {
        this(revision, settings, TenonHttpServer::uri);
    }

    /** {@code way} gives the address at which the guard reaches the server. */
    Stage(Revision revision, UnaryOperator<GuardBuilder> settings, Function<TenonHttpServer, URI> way) {
        server = tools.server().build();
        behind = TenonHttpServer.builder(server).port(0).start();
        guard = settings.apply(Guard.builder(ServerTarget.http(way.apply(behind))))
                .build();
        front = TenonHttpServer.builder(guard.server()).port(0).start();
        client = McpClient.builder("front", "1")
                .revisions(revision)
                .onForm((form, asker) -> ElicitResult.accept(Json.parse("{\"name\":\"Bo\"}")))
                .connect(ServerTarget.http(front.uri()));
    }

    McpClient client() {
        return client;
    }

    Guard guard() {
        return guard;
    }

    URI front() {
        return front.uri();
    }

    String echo(String text) {
        return client.callTool("echo", Map.of("text", text)).content().toString();
    }

    @Override
    public void close() {
        client.close();
        front.close(Duration.ZERO);
        guard.close(Duration.ZERO);
        behind.close(Duration.ZERO);
        server.close(Duration.ZERO);
    }
}
