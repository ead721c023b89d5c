package dev.tenon.guard.shortway;

import dev.tenon.client.McpClient;
import dev.tenon.client.Target;
import dev.tenon.guard.Guard;
import dev.tenon.guard.GuardBuilder;
import dev.tenon.http.embedded.TenonHttp;
import dev.tenon.json.Json;
import dev.tenon.model.ElicitResult;
import dev.tenon.model.Revision;
import dev.tenon.server.Ask;
import dev.tenon.server.McpServer;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** A server, the guard before it, and a client before that, all over HTTP and of one revision. */
final class Stage implements AutoCloseable {
    private static final Json ANYTHING = Json.parse("{\"type\":\"object\"}");

    final CountDownLatch sleeping = new CountDownLatch(1);
    final CountDownLatch interrupted = new CountDownLatch(1);
    private final McpServer server;
    private final TenonHttp behind;
    private final Guard guard;
    private final TenonHttp front;
    private final McpClient client;

    record Name(String name) {}

    Stage(Revision revision, UnaryOperator<GuardBuilder> settings) {
        this(revision, settings, TenonHttp::uri);
    }

    /** {@code way} gives the address at which the guard reaches the server. */
    Stage(Revision revision, UnaryOperator<GuardBuilder> settings, Function<TenonHttp, URI> way) {
        server = server();
        behind = TenonHttp.serving(server).port(0).start();
        guard = settings.apply(Guard.before(Target.http(way.apply(behind)))).build();
        front = TenonHttp.serving(guard.server()).port(0).start();
        client = McpClient.named("front", "1")
                .revisions(revision)
                .onForm((form, asker) -> ElicitResult.accept(Json.parse("{\"name\":\"Bo\"}")))
                .connect(Target.http(front.uri()));
    }

    private McpServer server() {
        return McpServer.named("behind", "1")
                .tool("echo")
                .inputSchema(ANYTHING)
                .handler((in, call) -> "said " + in.get("text").string())
                .tool("large")
                .handler((in, call) -> "x".repeat(300_000))
                .tool("count")
                .handler((in, call) -> {
                    for (int i = 1; i <= 3; i++) {
                        call.progress(i, 3.0, "step " + i);
                    }
                    return "counted";
                })
                .tool("sleep")
                .handler((in, call) -> sleep())
                .tool("ask")
                .handler((in, call) -> "Hello "
                        + call.ask("name", Ask.form("Who are you?", Name.class))
                                .orElseDecline()
                                .name())
                .resource("test://one")
                .name("one")
                .handler((request, call) -> "first")
                .prompt("greet")
                .handler((arguments, call) -> "Hello")
                .build();
    }

    private String sleep() throws InterruptedException {
        sleeping.countDown();
        try {
            TimeUnit.SECONDS.sleep(30);
        } catch (InterruptedException e) {
            interrupted.countDown();
            throw e;
        }
        return "slept";
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
