package dev.tenon.guard.shortway;

import dev.tenon.client.McpClient;
import dev.tenon.client.Target;
import dev.tenon.guard.Guard;
import dev.tenon.guard.GuardBuilder;
import dev.tenon.http.embedded.TenonHttp;
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
    private final TenonHttp behind;
    private final Guard guard;
    private final TenonHttp front;
    private final McpClient client;

    Stage(Revision revision, UnaryOperator<GuardBuilder> settings) {
        this(revision, settings, TenonHttp::uri);
    }

    /** {@code way} gives the address at which the guard reaches the server. */
    Stage(Revision revision, UnaryOperator<GuardBuilder> settings, Function<TenonHttp, URI> way) {
        server = tools.server().build();
        behind = TenonHttp.serving(server).port(0).start();
        guard = settings.apply(Guard.before(Target.http(way.apply(behind)))).build();
        front = TenonHttp.serving(guard.server()).port(0).start();
        client = McpClient.named("front", "1")
                .revisions(revision)
                .onForm((form, asker) -> ElicitResult.accept(Json.parse("{\"name\":\"Bo\"}")))
                .connect(Target.http(front.uri()));
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
