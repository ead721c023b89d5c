package dev.tenon.cli.telemetry;

import dev.tenon.client.McpClient;
import dev.tenon.client.Target;
import dev.tenon.guard.Guard;
import dev.tenon.guard.config.GuardConfig;
import dev.tenon.guard.config.TelemetryPlan;
import dev.tenon.guard.policy.Finding;
import dev.tenon.guard.policy.Findings;
import dev.tenon.guard.policy.Mode;
import dev.tenon.guard.policy.Passage;
import dev.tenon.guard.policy.Policies;
import dev.tenon.guard.policy.Policy;
import dev.tenon.guard.policy.Refusal;
import dev.tenon.guard.policy.Ruling;
import dev.tenon.guard.telemetry.Readiness;
import dev.tenon.http.embedded.TenonHttp;
import dev.tenon.json.Json;
import dev.tenon.server.McpServer;
import dev.tenon.server.ToolError;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** A server, a guard in front of it that is monitored, and a client in front of that. */
final class Watched implements AutoCloseable {
    private final McpServer behind = McpServer.named("behind", "1")
            .tool("read")
            .inputSchema(Json.parse("{\"type\":\"object\"}"))
            .handler((in, call) -> "what is in it")
            .tool("fail")
            .handler((in, call) -> {
                throw new ToolError("Not like this");
            })
            .build();
    private final Policy tools = new Policy() {
        @Override
        public String name() {
            return "tools";
        }

        @Override
        public Ruling rule(Passage passage) {
            return "drop".equals(passage.name())
                    ? Ruling.refuse(Finding.of("tools.deny", "Not allowed"), Refusal.error(-32602, "Not allowed"))
                    : Ruling.PASS;
        }
    };
    private final TenonHttp behindHttp = TenonHttp.serving(behind).port(0).start();
    private final Guard guard;
    private final TenonHttp frontHttp;
    final Monitoring monitoring;
    final McpClient client;

    Watched(TelemetryPlan plan, Supplier<List<Readiness>> checks) {
        Target target = Target.http(behindHttp.uri());
        monitoring = Monitoring.start(plan, config(behindHttp.uri()), "1.2.3");
        monitoring.checks(checks);
        monitoring.bounds(() -> Map.of("sessions_per_caller", 2L));
        guard = Guard.before(target)
                .name("files")
                .policies(new Policies(List.of(new Policies.Post(tools, Mode.ENFORCE)), Findings.NONE))
                .observers(monitoring.observer())
                .build();
        frontHttp = TenonHttp.serving(guard.server()).port(0).start();
        client = McpClient.named("front", "1").connect(Target.http(frontHttp.uri()));
    }

    static GuardConfig config(URI files) {
        String text = "version: 1\nfront: {http: \"127.0.0.1:0\"}\nupstreams: {files: {url: " + files + "}}\n";
        return GuardConfig.parse("guard.yaml", text, Path.of("/etc/tenon"));
    }

    /** What is at that path of the operations listener. */
    HttpResponse<String> ask(String path, String... headers) throws IOException, InterruptedException {
        URI uri = monitoring.operations().orElseThrow().resolve(path);
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(20));
        return HttpClient.newHttpClient()
                .send(
                        (headers.length == 0 ? request : request.headers(headers)).build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    /** From now on there is no server behind. */
    void loseServer() {
        behindHttp.close();
        behind.close(Duration.ZERO);
    }

    @Override
    public void close() {
        client.close();
        frontHttp.close();
        guard.close(Duration.ZERO);
        monitoring.close();
        loseServer();
    }
}
