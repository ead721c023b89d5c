package dev.tenon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import dev.tenon.model.Revision;
import dev.tenon.server.LimitType;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The telemetry of {@code tenon guard} as a process. */
class GuardMetricsTest {
    private static final List<String> DEMO = CliProcess.javaCommand(Main.class, List.of(), "demo", "--stdio");

    private static final Pattern OPERATIONS_URI = Pattern.compile("Operations: (\\S+)");

    private static final Pattern LIMIT_HITS =
            Pattern.compile("tenon_guard_bounds_total\\{tenon_guard_bound=\"(\\w+)\"\\} (\\S+)");

    @TempDir
    private Path directory;

    private static String[] createArguments(String... options) {
        return Stream.of(List.of("guard", "--yes"), List.of(options), List.of("--"), DEMO)
                .flatMap(List::stream)
                .toArray(String[]::new);
    }

    private static void callEcho(CliProcess tenon) throws Exception {
        tenon.send(RequestLines.createStatelessRequest(9, "tools/call", RequestLines.createEchoParams("hello")));
        assertThat(RequestLines.readText(Json.parse(tenon.readLine()))).isEqualTo("hello");
    }

    private static HttpResponse<String> get(URI uri) throws Exception {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Returns the URI of the metrics that the command prints. */
    private static URI readMetricsUri(CliProcess tenon) throws InterruptedException {
        for (int i = 0; i < 600; i++) {
            Matcher matcher = OPERATIONS_URI.matcher(tenon.errorOutput());
            if (matcher.find()) {
                return URI.create(matcher.group(1));
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
        throw new AssertionError(tenon.errorOutput());
    }

    private static void assertReported(CliProcess tenon) throws Exception {
        URI metrics = readMetricsUri(tenon);
        callEcho(tenon);
        assertThat(get(metrics).body())
                .contains("mcp_server_operation_duration_seconds_count{", "gen_ai_tool_name=\"echo\"")
                .contains("tenon_guard_bounds_total{tenon_guard_bound=\"sessions_per_caller\"} 0");
        assertThat(get(metrics.resolve("/ready")).statusCode()).isEqualTo(200);
    }

    @Test
    @Tag("exhaustive")
    void metrics_are_served_together_with_stdio() throws Exception {
        try (CliProcess tenon = CliProcess.start(createArguments("--metrics", "127.0.0.1:0"))) {
            assertReported(tenon);
        }
    }

    /**
     * Issue 20, "A metric for each bound": of the server, of HTTP and of the guard, each one that {@code
     * docs/errors.md} names.
     */
    @Test
    @Tag("exhaustive")
    void every_limit_is_counted_and_documented() throws Exception {
        Path file = Files.writeString(directory.resolve("guard.yaml"), """
                version: 1
                front: {http: "127.0.0.1:0"}
                telemetry: {prometheus: "127.0.0.1:0"}
                upstreams:
                  noisy: {command: [sh, -c, "yes | head -n 20000 >&2"]}
                """);
        try (CliProcess tenon = CliProcess.start("guard", "--yes", "--config", file.toString())) {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(
                            tenon.readLineContaining("  HTTP  ").strip().split(" +")[1]))
                    .header("Content-Type", "application/json")
                    .header("Accept", "application/json, text/event-stream");
            assertThat(send(request, "[".repeat(65))).contains("(limit: json.depth)");
            assertThat(send(request, RequestLines.createInitialize(1, Revision.V2025_11_25)))
                    .contains("error");
            assertThat(send(request.header("X", "x".repeat(40_000)), "{}")).contains("(limit: maxHeaderBytes)");
            Map<String, Long> limitHits = readLimitHits(readMetricsUri(tenon));
            for (int i = 0; i < 600 && limitHits.getOrDefault("stderr", 0L) == 0; i++) {
                TimeUnit.MILLISECONDS.sleep(100);
                limitHits = readLimitHits(readMetricsUri(tenon));
            }
            assertThat(limitHits).containsEntry("message", 1L).containsEntry("header_bytes", 1L);
            assertThat(limitHits.get("stderr")).isPositive();
            assertThat(limitHits)
                    .containsKeys(Stream.of(LimitType.values())
                            .map(limitType -> limitType.name().toLowerCase(Locale.ROOT))
                            .toArray(String[]::new));
            String page = Files.readString(Path.of("..", "docs", "errors.md"));
            String counts = page.substring(page.indexOf("### Counts"), page.indexOf("### Limits of the guard"));
            assertThat(limitHits.keySet()).allSatisfy(name -> assertThat(counts).contains("`" + name + "`"));
        }
    }

    private static String send(HttpRequest.Builder request, String body) throws Exception {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .build()
                .send(
                        request.POST(HttpRequest.BodyPublishers.ofString(body)).build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    /** Returns the number of hits of each limit according to the metrics. */
    private static Map<String, Long> readLimitHits(URI metrics) throws Exception {
        return LIMIT_HITS
                .matcher(get(metrics).body())
                .results()
                .collect(Collectors.toMap(
                        result -> result.group(1), result -> (long) Double.parseDouble(result.group(2))));
    }

    @Test
    @Tag("exhaustive")
    void metrics_are_served_from_the_module_path() throws Exception {
        try (CliProcess tenon = CliProcess.startFromModulePath(createArguments("--metrics", "127.0.0.1:0"))) {
            assertReported(tenon);
        }
    }

    @Test
    @Tag("exhaustive")
    void a_guard_without_telemetry_loads_no_telemetry_classes() throws Exception {
        Path classFile = directory.resolve("classes.txt");
        List<String> log = new ArrayList<>(List.of("-Xlog:class+load:file=" + classFile));
        try (CliProcess tenon = CliProcess.startWithJvmOptions(log, createArguments())) {
            callEcho(tenon);
        }
        assertThat(Files.readAllLines(classFile))
                .anyMatch(line -> line.contains("dev.tenon.guard.internal.forwarder.MessageInterceptor"))
                .noneMatch(line -> line.contains("io.opentelemetry.") || line.contains("io.prometheus."));
    }
}
