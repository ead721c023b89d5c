package dev.tenon.cli.telemetry;

import dev.tenon.client.McpClient;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.guard.Guard;
import dev.tenon.guard.config.GuardConfig;
import dev.tenon.guard.config.GuardConfigFile;
import dev.tenon.guard.config.TelemetryConfig;
import dev.tenon.guard.policy.EnforcementMode;
import dev.tenon.guard.policy.Finding;
import dev.tenon.guard.policy.FindingListener;
import dev.tenon.guard.policy.GuardPolicy;
import dev.tenon.guard.policy.PolicyChain;
import dev.tenon.guard.policy.PolicyDecision;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.guard.policy.PolicyRejection;
import dev.tenon.guard.telemetry.PartReadiness;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.json.Json;
import dev.tenon.server.McpServer;
import dev.tenon.server.feature.ToolErrorException;
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

/** An upstream server, a monitored guard, and a client of the guard. */
final class MonitoredGuard implements AutoCloseable {
    private final McpServer upstream = McpServer.builder("behind", "1")
            .tool("read")
            .inputSchema(Json.parse("{\"type\":\"object\"}"))
            .handler((arguments, call) -> "what is in it")
            .tool("fail")
            .handler((arguments, call) -> {
                throw new ToolErrorException("Not like this");
            })
            .build();
    private final GuardPolicy tools = new GuardPolicy() {
        @Override
        public String name() {
            return "tools";
        }

        @Override
        public PolicyDecision evaluate(PolicyMessage message) {
            return "drop".equals(message.targetName())
                    ? PolicyDecision.reject(
                            Finding.of("tools.deny", "Not allowed"),
                            PolicyRejection.protocolError(-32602, "Not allowed"))
                    : PolicyDecision.ALLOW;
        }
    };
    private final TenonHttpServer upstreamHttp =
            TenonHttpServer.builder(upstream).port(0).start();
    private final Guard guard;
    private final TenonHttpServer downstreamHttp;
    final GuardMonitor monitor;
    final McpClient client;

    MonitoredGuard(TelemetryConfig telemetryConfig, Supplier<List<PartReadiness>> checks) {
        ServerTarget target = ServerTarget.http(upstreamHttp.uri());
        monitor = GuardMonitor.start(telemetryConfig, config(upstreamHttp.uri()), "1.2.3");
        monitor.setReadinessChecks(checks);
        monitor.setLimitHits(() -> Map.of("sessions_per_caller", 2L));
        guard = Guard.builder(target)
                .upstreamName("files")
                .policies(new PolicyChain(
                        List.of(new PolicyChain.PolicyEntry(tools, EnforcementMode.ENFORCE)), FindingListener.NONE))
                .observers(monitor.observer())
                .build();
        downstreamHttp = TenonHttpServer.builder(guard.server()).port(0).start();
        client = McpClient.builder("front", "1").connect(ServerTarget.http(downstreamHttp.uri()));
    }

    static GuardConfig config(URI files) {
        String text = "version: 1\nfront: {http: \"127.0.0.1:0\"}\nupstreams: {files: {url: " + files + "}}\n";
        return GuardConfigFile.parse("guard.yaml", text, Path.of("/etc/tenon"));
    }

    /** Requests a path of the operations server. */
    HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        URI uri = monitor.operationsUri().orElseThrow().resolve(path);
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(20));
        return HttpClient.newHttpClient()
                .send(
                        (headers.length == 0 ? request : request.headers(headers)).build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    /** Stops the upstream server. */
    void closeUpstream() {
        upstreamHttp.close();
        upstream.close(Duration.ZERO);
    }

    @Override
    public void close() {
        client.close();
        downstreamHttp.close();
        guard.close(Duration.ZERO);
        monitor.close();
        closeUpstream();
    }
}
