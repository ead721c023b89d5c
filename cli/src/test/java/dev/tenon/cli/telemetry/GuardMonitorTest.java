package dev.tenon.cli.telemetry;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.tenon.cli.error.CommandFailedException;
import dev.tenon.guard.config.TelemetryConfig;
import dev.tenon.guard.telemetry.PartReadiness;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The endpoints for operators of a running guard. */
class GuardMonitorTest {
    private static final TelemetryConfig PROMETHEUS = TelemetryConfig.EMPTY.withOperationsListener("127.0.0.1", 0);
    private static final Path PAGE = Path.of("..", "docs", "guard-telemetry.md");

    @Test
    void scraped_metrics_match_the_example_of_the_page() throws Exception {
        try (MonitoredGuard guard = new MonitoredGuard(PROMETHEUS, List::of)) {
            guard.client.callTool("read", Map.of("path", "/secret/place"));
            guard.client.callTool("fail", Map.of());
            assertThatThrownBy(() -> guard.client.callTool("drop", Map.of()));
            HttpResponse<String> metrics = guard.get("/metrics");

            assertThat(metrics.statusCode()).isEqualTo(200);
            assertThat(metrics.headers().firstValue("Content-Type").orElseThrow())
                    .startsWith("text/plain; version=0.0.4");
            assertThat(metrics.body()).doesNotContain("/secret/place", "what is in it");
            List<String> exampleLines = readExampleLines();
            assertThat(exampleLines).as(metrics.body()).hasSizeGreaterThan(5);
            assertThat(metrics.body().lines().map(GuardMonitorTest::removeNumber))
                    .containsAll(exampleLines);
        }
    }

    /** Returns the lines of the example in the page, without numbers. */
    private static List<String> readExampleLines() throws IOException {
        List<String> lines = Files.readAllLines(PAGE);
        int begin = lines.indexOf("```prometheus") + 1;
        return lines.subList(begin, begin + lines.subList(begin, lines.size()).indexOf("```")).stream()
                .filter(line -> !line.equals("..."))
                .map(GuardMonitorTest::removeNumber)
                .toList();
    }

    private static String removeNumber(String line) {
        return line.startsWith("#") ? line : line.replaceAll(" [0-9.eE+-]+$", "");
    }

    @Test
    void metrics_are_served_as_open_metrics_on_request() throws Exception {
        try (MonitoredGuard guard = new MonitoredGuard(PROMETHEUS, List::of)) {
            guard.client.callTool("read", Map.of());
            HttpResponse<String> metrics = guard.get(
                    "/metrics", "Accept", "application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5");

            assertThat(metrics.headers().firstValue("Content-Type").orElseThrow())
                    .startsWith("application/openmetrics-text");
            assertThat(metrics.body()).endsWith("# EOF\n");
        }
    }

    @Test
    @Tag("exhaustive")
    void health_does_not_depend_on_readiness() throws Exception {
        AtomicReference<PartReadiness> audit = new AtomicReference<>(PartReadiness.ready("audit"));
        try (MonitoredGuard guard = new MonitoredGuard(PROMETHEUS, () -> List.of(audit.get()))) {
            assertThat(guard.get("/health").body()).isEqualTo("{\"status\":\"up\"}\n");
            assertThat(guard.get("/ready").statusCode()).isEqualTo(200);

            audit.set(PartReadiness.notReady("audit", "The audit file cannot be written"));
            HttpResponse<String> ready = guard.get("/ready");
            assertThat(ready.statusCode()).isEqualTo(503);
            assertThat(ready.body()).contains("\"not ready\"", "\"audit\"", "The audit file cannot be written");
            assertThat(guard.get("/health").statusCode()).isEqualTo(200);

            audit.set(PartReadiness.ready("audit"));
            assertThat(guard.get("/ready").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void a_guard_without_its_upstream_is_not_ready() throws Exception {
        try (MonitoredGuard guard = new MonitoredGuard(PROMETHEUS, List::of)) {
            guard.client.callTool("read", Map.of());
            assertThat(guard.get("/ready").statusCode()).isEqualTo(200);

            guard.closeUpstream();
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> guard.client.callTool("read", Map.of()));
            }
            assertThat(guard.get("/ready").statusCode()).isEqualTo(503);
            assertThat(guard.get("/ready").body()).contains("upstream files");
        }
    }

    @Test
    void a_failed_check_is_not_ready_and_hides_the_reason() throws Exception {
        try (MonitoredGuard guard = new MonitoredGuard(PROMETHEUS, () -> {
            throw new IllegalStateException("an inner matter");
        })) {
            assertThat(guard.get("/ready").statusCode()).isEqualTo(503);
            assertThat(guard.get("/ready").body()).doesNotContain("inner");
        }
    }

    @Test
    void other_paths_are_not_found() throws Exception {
        try (MonitoredGuard guard = new MonitoredGuard(PROMETHEUS, List::of)) {
            assertThat(guard.get("/").statusCode()).isEqualTo(404);
            assertThat(guard.get("/metrics/all").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void a_port_in_use_is_reported() throws Exception {
        try (ServerSocket occupied = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            TelemetryConfig config = TelemetryConfig.EMPTY.withOperationsListener("127.0.0.1", occupied.getLocalPort());
            assertThatThrownBy(() -> GuardMonitor.start(
                            config, MonitoredGuard.config(URI.create("https://mcp.example.com/mcp")), "1"))
                    .isInstanceOf(CommandFailedException.class)
                    .hasMessageContaining("127.0.0.1:" + occupied.getLocalPort());
        }
    }

    @Test
    @Tag("exhaustive")
    void metrics_and_traces_are_sent_to_a_collector_by_otlp() throws Exception {
        Queue<String> received = new ConcurrentLinkedQueue<>();
        HttpServer collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        collector.createContext("/", exchange -> {
            received.add(exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("Content-Type") + " "
                    + new String(exchange.getRequestBody().readAllBytes(), ISO_8859_1));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        collector.start();
        try {
            TelemetryConfig config = new TelemetryConfig(
                    Optional.empty(),
                    Optional.of("http://127.0.0.1:" + collector.getAddress().getPort()),
                    Optional.of("guard-one"),
                    List.of());
            try (MonitoredGuard guard = new MonitoredGuard(config, List::of)) {
                assertThat(guard.monitor.operationsUri()).isEmpty();
                guard.client.callTool("read", Map.of("path", "/secret/place"));
            }
        } finally {
            collector.stop(0);
        }
        assertThat(received)
                .anySatisfy(request -> assertThat(request)
                        .startsWith("/v1/traces application/x-protobuf")
                        .contains("guard-one", "1.2.3", "tools/call read", "mcp.method.name"))
                .anySatisfy(request -> assertThat(request)
                        .startsWith("/v1/metrics application/x-protobuf")
                        .contains("guard-one", "mcp.server.operation.duration", "mcp.client.operation.duration"))
                .noneMatch(request -> request.contains("/secret/place") || request.contains("what is in it"));
    }

    @Test
    void telemetry_is_enabled_by_the_configuration_or_the_environment() {
        assertThat(TelemetryCondition.isEnabled(Optional.empty(), Map.of("PATH", "/bin")))
                .isFalse();
        assertThat(TelemetryCondition.isEnabled(Optional.empty(), Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "")))
                .isFalse();
        assertThat(TelemetryCondition.isEnabled(Optional.of(PROMETHEUS), Map.of()))
                .isTrue();
        assertThat(TelemetryCondition.isEnabled(
                        Optional.empty(), Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318")))
                .isTrue();
    }
}
