package dev.tenon.cli.telemetry;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tenon.cli.error.CommandFailedException;
import dev.tenon.guard.config.TelemetryConfig;
import dev.tenon.guard.telemetry.Readiness;
import dev.tenon.internal.concurrent.HandlerExecutors;
import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.uri.HttpUrls;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves {@code /metrics}, {@code /health} (the guard is alive) and {@code /ready} (it accepts requests) to operators,
 * separately from the clients of the guard. Of the traffic it only reveals the names of tools and servers.
 */
final class OperationsServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OperationsServer.class);
    private static final int THREADS = 4;
    private static final int OK = 200;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int NOT_ALLOWED = 405;
    private static final int FAILED = 500;
    private static final int UNAVAILABLE = 503;
    private static final String JSON = "application/json";

    static {
        // Slow clients must not block others: limits the seconds for each request and the number of connections.
        Map.of(
                        "sun.net.httpserver.maxReqTime",
                        "10",
                        "sun.net.httpserver.maxRspTime",
                        "30",
                        "jdk.httpserver.maxConnections",
                        "64")
                .forEach((name, value) -> {
                    if (System.getProperty(name) == null) {
                        System.setProperty(name, value);
                    }
                });
    }

    private final HttpServer server;
    private final OperationsRequestFilter probeFilter;
    private final ExecutorService threads;
    private final MetricsSource metrics;
    private final Supplier<List<Readiness>> checks;

    private OperationsServer(
            HttpServer server,
            OperationsRequestFilter probeFilter,
            MetricsSource metrics,
            Supplier<List<Readiness>> checks) {
        this.server = server;
        this.probeFilter = probeFilter;
        this.metrics = metrics;
        this.checks = checks;
        this.threads = Executors.newFixedThreadPool(THREADS, HandlerExecutors.namedThreadFactory("tenon-operations-"));
    }

    /** The source of the metrics. */
    @FunctionalInterface
    interface MetricsSource {
        /** Returns the current metrics in a format that the {@code Accept} header allows. */
        OpenTelemetryRuntime.ScrapedMetrics scrape(@Nullable String accept) throws IOException;
    }

    /**
     * Starts to listen on the address.
     *
     * @param hosts the additional host names that requests may use for this machine
     */
    static OperationsServer start(
            TelemetryConfig.ListenAddress address,
            List<String> hosts,
            MetricsSource metrics,
            Supplier<List<Readiness>> checks) {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(address.host(), address.port()), 0);
            OperationsServer operations =
                    new OperationsServer(server, OperationsRequestFilter.of(address.host(), hosts), metrics, checks);
            server.setExecutor(operations.threads);
            server.createContext("/", operations::handle);
            server.start();
            return operations;
        } catch (IOException | RuntimeException e) {
            throw CommandFailedException.failure("Could not serve metrics at " + address.host() + ":" + address.port()
                    + ": " + e.getMessage() + ". For example: --metrics 127.0.0.1:9464");
        }
    }

    URI uri() {
        InetSocketAddress bound = server.getAddress();
        return URI.create("http://" + HttpUrls.formatHost(bound.getHostString()) + ":" + bound.getPort());
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!probeFilter.isAllowed(exchange)) {
                respond(exchange, FORBIDDEN, "text/plain", encodeUtf8(OperationsRequestFilter.ADVICE));
                return;
            }
            if (!List.of("GET", "HEAD").contains(exchange.getRequestMethod())) {
                exchange.getResponseHeaders().set("Allow", "GET, HEAD");
                respond(exchange, NOT_ALLOWED, "text/plain", encodeUtf8("Only GET and HEAD\n"));
                return;
            }
            respond(exchange);
        } catch (RuntimeException e) {
            LOG.error("Could not respond to a request for metrics or health", e);
        }
    }

    private void respond(HttpExchange exchange) throws IOException {
        switch (exchange.getRequestURI().getPath()) {
            case "/metrics" -> respondMetrics(exchange);
            case "/health" -> respond(exchange, OK, JSON, encodeUtf8("{\"status\":\"up\"}\n"));
            case "/ready" -> respondReadiness(exchange);
            default ->
                respond(exchange, NOT_FOUND, "text/plain", encodeUtf8("Available: /metrics, /health and /ready\n"));
        }
    }

    private void respondMetrics(HttpExchange exchange) throws IOException {
        OpenTelemetryRuntime.ScrapedMetrics scraped;
        try {
            scraped = metrics.scrape(exchange.getRequestHeaders().getFirst("Accept"));
        } catch (RuntimeException e) {
            LOG.error("Could not collect the metrics", e);
            respond(exchange, FAILED, "text/plain", encodeUtf8("Could not collect the metrics\n"));
            return;
        }
        respond(exchange, OK, scraped.type(), scraped.body());
    }

    private void respondReadiness(HttpExchange exchange) throws IOException {
        List<Readiness> all;
        try {
            all = checks.get();
        } catch (RuntimeException e) {
            LOG.error("The readiness checks failed", e);
            all = List.of(Readiness.notReady("guard", "The readiness checks failed"));
        }
        boolean ready = all.stream().allMatch(Readiness::ready);
        Json body = new JsonWriter()
                .beginObject()
                .field("status", ready ? "ready" : "not ready")
                .field(
                        "checks",
                        Json.of(all.stream().map(OperationsServer::toCheckJson).toList()))
                .endObject()
                .toJson();
        respond(exchange, ready ? OK : UNAVAILABLE, JSON, encodeUtf8(body + "\n"));
    }

    private static Map<String, Object> toCheckJson(Readiness check) {
        return check.ready()
                ? Map.of("name", check.name(), "ready", true)
                : Map.of("name", check.name(), "ready", false, "why", check.reason());
    }

    private static byte[] encodeUtf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void respond(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
        boolean isHead = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(status, isHead || body.length == 0 ? -1 : body.length);
        if (!isHead) {
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
