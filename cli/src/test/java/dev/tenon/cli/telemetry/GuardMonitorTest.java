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
    private static final TelemetryConfig SCRAPED = TelemetryConfig.EMPTY.withOperationsListener("127.0.0.1", 0);
    private static final Path PAGE = Path.of("..", "docs", "guard-telemetry.md");

    @Test
    void metrics_are_scraped_as_text_and_the_page_shows_how_they_look() throws Exception {
        try (MonitoredGuard watched = new MonitoredGuard(SCRAPED, List::of)) {
            watched.client.callTool("read", Map.of("path", "/secret/place"));
            watched.client.callTool("fail", Map.of());
            assertThatThrownBy(() -> watched.client.callTool("drop", Map.of()));
            HttpResponse<String> metrics = watched.ask("/metrics");

            assertThat(metrics.statusCode()).isEqualTo(200);
            assertThat(metrics.headers().firstValue("Content-Type").orElseThrow())
                    .startsWith("text/plain; version=0.0.4");
            assertThat(metrics.body()).doesNotContain("/secret/place", "what is in it");
            List<String> shown = shown();
            assertThat(shown).as(metrics.body()).hasSizeGreaterThan(5);
            assertThat(metrics.body().lines().map(GuardMonitorTest::withoutNumber))
                    .containsAll(shown);
        }
    }

    /** Returns the lines of the example in the page, without numbers. */
    private static List<String> shown() throws IOException {
        List<String> lines = Files.readAllLines(PAGE);
        int begin = lines.indexOf("```prometheus") + 1;
        return lines.subList(begin, begin + lines.subList(begin, lines.size()).indexOf("```")).stream()
                .filter(line -> !line.equals("..."))
                .map(GuardMonitorTest::withoutNumber)
                .toList();
    }

    private static String withoutNumber(String line) {
        return line.startsWith("#") ? line : line.replaceAll(" [0-9.eE+-]+$", "");
    }

    @Test
    void they_come_as_open_metrics_where_that_is_wanted() throws Exception {
        try (MonitoredGuard watched = new MonitoredGuard(SCRAPED, List::of)) {
            watched.client.callTool("read", Map.of());
            HttpResponse<String> metrics = watched.ask(
                    "/metrics", "Accept", "application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5");

            assertThat(metrics.headers().firstValue("Content-Type").orElseThrow())
                    .startsWith("application/openmetrics-text");
            assertThat(metrics.body()).endsWith("# EOF\n");
        }
    }

    @Test
    @Tag("exhaustive")
    void health_is_one_thing_and_readiness_another() throws Exception {
        AtomicReference<PartReadiness> audit = new AtomicReference<>(PartReadiness.ready("audit"));
        try (MonitoredGuard watched = new MonitoredGuard(SCRAPED, () -> List.of(audit.get()))) {
            assertThat(watched.ask("/health").body()).isEqualTo("{\"status\":\"up\"}\n");
            assertThat(watched.ask("/ready").statusCode()).isEqualTo(200);

            audit.set(PartReadiness.notReady("audit", "The audit file cannot be written"));
            HttpResponse<String> ready = watched.ask("/ready");
            assertThat(ready.statusCode()).isEqualTo(503);
            assertThat(ready.body()).contains("\"not ready\"", "\"audit\"", "The audit file cannot be written");
            assertThat(watched.ask("/health").statusCode()).isEqualTo(200);

            audit.set(PartReadiness.ready("audit"));
            assertThat(watched.ask("/ready").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void a_guard_whose_server_is_gone_is_not_ready() throws Exception {
        try (MonitoredGuard watched = new MonitoredGuard(SCRAPED, List::of)) {
            watched.client.callTool("read", Map.of());
            assertThat(watched.ask("/ready").statusCode()).isEqualTo(200);

            watched.loseServer();
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> watched.client.callTool("read", Map.of()));
            }
            assertThat(watched.ask("/ready").statusCode()).isEqualTo(503);
            assertThat(watched.ask("/ready").body()).contains("upstream files");
        }
    }

    @Test
    void a_failed_check_is_not_ready_and_hides_the_reason() throws Exception {
        try (MonitoredGuard watched = new MonitoredGuard(SCRAPED, () -> {
            throw new IllegalStateException("an inner matter");
        })) {
            assertThat(watched.ask("/ready").statusCode()).isEqualTo(503);
            assertThat(watched.ask("/ready").body()).doesNotContain("inner");
        }
    }

    @Test
    void other_paths_are_not_found() throws Exception {
        try (MonitoredGuard watched = new MonitoredGuard(SCRAPED, List::of)) {
            assertThat(watched.ask("/").statusCode()).isEqualTo(404);
            assertThat(watched.ask("/metrics/all").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void a_port_in_use_is_reported() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            TelemetryConfig plan = TelemetryConfig.EMPTY.withOperationsListener("127.0.0.1", taken.getLocalPort());
            assertThatThrownBy(() -> GuardMonitor.start(
                            plan, MonitoredGuard.config(URI.create("https://mcp.example.com/mcp")), "1"))
                    .isInstanceOf(CommandFailedException.class)
                    .hasMessageContaining("127.0.0.1:" + taken.getLocalPort());
        }
    }

    @Test
    @Tag("exhaustive")
    void metrics_and_traces_are_sent_to_a_collector_by_otlp() throws Exception {
        Queue<String> got = new ConcurrentLinkedQueue<>();
        HttpServer collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        collector.createContext("/", exchange -> {
            got.add(exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("Content-Type") + " "
                    + new String(exchange.getRequestBody().readAllBytes(), ISO_8859_1));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        collector.start();
        try {
            TelemetryConfig plan = new TelemetryConfig(
                    Optional.empty(),
                    Optional.of("http://127.0.0.1:" + collector.getAddress().getPort()),
                    Optional.of("guard-one"),
                    List.of());
            try (MonitoredGuard watched = new MonitoredGuard(plan, List::of)) {
                assertThat(watched.monitoring.operationsUri()).isEmpty();
                watched.client.callTool("read", Map.of("path", "/secret/place"));
            }
        } finally {
            collector.stop(0);
        }
        assertThat(got)
                .anySatisfy(request -> assertThat(request)
                        .startsWith("/v1/traces application/x-protobuf")
                        .contains("guard-one", "1.2.3", "tools/call read", "mcp.method.name"))
                .anySatisfy(request -> assertThat(request)
                        .startsWith("/v1/metrics application/x-protobuf")
                        .contains("guard-one", "mcp.server.operation.duration", "mcp.client.operation.duration"))
                .noneMatch(request -> request.contains("/secret/place") || request.contains("what is in it"));
    }

    @Test
    void it_is_wanted_by_the_configuration_or_the_environment() {
        assertThat(TelemetryCondition.isEnabled(Optional.empty(), Map.of("PATH", "/bin")))
                .isFalse();
        assertThat(TelemetryCondition.isEnabled(Optional.empty(), Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "")))
                .isFalse();
        assertThat(TelemetryCondition.isEnabled(Optional.of(SCRAPED), Map.of())).isTrue();
        assertThat(TelemetryCondition.isEnabled(
                        Optional.empty(), Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318")))
                .isTrue();
    }
}
