package dev.tenon.cli.telemetry;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tenon.cli.error.CommandFailedException;
import dev.tenon.cli.telemetry.OpenTelemetryRuntime.ScrapedMetrics;
import dev.tenon.guard.config.TelemetryConfig;
import dev.tenon.guard.telemetry.PartReadiness;
import dev.tenon.internal.concurrent.HandlerExecutors;
import dev.tenon.json.JsonWriter;
import dev.tenon.uri.HttpUrls;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves {@code /metrics}, {@code /health} (the guard is alive) and {@code /ready} (it accepts requests) to operators,
 * separately from the clients of the guard. Of the traffic it only reveals the names of tools and servers.
 */
record OperationsServer(
        HttpServer server,
        OperationsRequestFilter probeFilter,
        OpenTelemetryRuntime telemetry,
        Supplier<List<PartReadiness>> checks,
        ExecutorService threads)
        implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OperationsServer.class);
    private static final int THREADS = 4;
    private static final String TEXT = "text/plain";
    private static final String JSON = "application/json";

    static {
        // Slow clients must not block others: limits the seconds for each request and the number of connections.
        Map.of(
                        "sun.net.httpserver.maxReqTime", "10",
                        "sun.net.httpserver.maxRspTime", "30",
                        "jdk.httpserver.maxConnections", "64")
                .forEach(System.getProperties()::putIfAbsent);
    }

    /**
     * Starts to listen on the address.
     *
     * @param hosts the additional host names that requests may use for this machine
     */
    static OperationsServer start(
            TelemetryConfig.ListenAddress address,
            List<String> hosts,
            OpenTelemetryRuntime telemetry,
            Supplier<List<PartReadiness>> checks) {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(address.host(), address.port()), 0);
            OperationsServer operations = new OperationsServer(
                    server,
                    OperationsRequestFilter.of(address.host(), hosts),
                    telemetry,
                    checks,
                    Executors.newFixedThreadPool(THREADS, HandlerExecutors.namedThreadFactory("tenon-operations-")));
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
                respond(exchange, HttpURLConnection.HTTP_FORBIDDEN, TEXT, OperationsRequestFilter.ADVICE);
            } else if (!List.of("GET", "HEAD").contains(exchange.getRequestMethod())) {
                exchange.getResponseHeaders().set("Allow", "GET, HEAD");
                respond(exchange, HttpURLConnection.HTTP_BAD_METHOD, TEXT, "Only GET and HEAD\n");
            } else {
                routeRequest(exchange);
            }
        } catch (RuntimeException e) {
            LOG.error("Could not respond to a request for metrics or health", e);
        }
    }

    private void routeRequest(HttpExchange exchange) throws IOException {
        switch (exchange.getRequestURI().getPath()) {
            case "/metrics" -> respondMetrics(exchange);
            case "/health" -> respond(exchange, HttpURLConnection.HTTP_OK, JSON, "{\"status\":\"up\"}\n");
            case "/ready" -> respondReadiness(exchange);
            default ->
                respond(exchange, HttpURLConnection.HTTP_NOT_FOUND, TEXT, "Available: /metrics, /health and /ready\n");
        }
    }

    private void respondMetrics(HttpExchange exchange) throws IOException {
        ScrapedMetrics scraped;
        try {
            scraped = telemetry.scrape(exchange.getRequestHeaders().getFirst("Accept"));
        } catch (RuntimeException e) {
            LOG.error("Could not collect the metrics", e);
            respond(exchange, HttpURLConnection.HTTP_INTERNAL_ERROR, TEXT, "Could not collect the metrics\n");
            return;
        }
        respond(exchange, HttpURLConnection.HTTP_OK, scraped.type(), scraped.body());
    }

    private void respondReadiness(HttpExchange exchange) throws IOException {
        List<PartReadiness> all;
        try {
            all = checks.get();
        } catch (RuntimeException e) {
            LOG.error("The readiness checks failed", e);
            all = List.of(PartReadiness.notReady("guard", "The readiness checks failed"));
        }
        boolean ready = all.stream().allMatch(PartReadiness::ready);
        JsonWriter body = new JsonWriter().beginObject().fieldUnlessNull("status", ready ? "ready" : "not ready");
        body.name("checks").beginArray();
        for (PartReadiness check : all) {
            body.beginObject().fieldUnlessNull("name", check.name()).fieldUnlessNull("ready", check.ready());
            body.fieldUnlessNull("why", check.ready() ? null : check.reason()).endObject();
        }
        body.endArray().endObject();
        int status = ready ? HttpURLConnection.HTTP_OK : HttpURLConnection.HTTP_UNAVAILABLE;
        respond(exchange, status, JSON, body.toJson() + "\n");
    }

    private static void respond(HttpExchange exchange, int status, String type, String body) throws IOException {
        respond(exchange, status, type, body.getBytes(StandardCharsets.UTF_8));
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
