package dev.tenon.http.embedded;

import dev.tenon.http.embedded.internal.HttpServerConfig;
import dev.tenon.server.McpServer;
import dev.tenon.uri.HttpUrls;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * An HTTP server for an {@link McpServer}. Its threads keep the JVM alive until it is closed.
 *
 * <pre>{@code
 * TenonHttpServer http = TenonHttpServer.start(server);            // http://127.0.0.1:8080/mcp
 *
 * TenonHttpServer https = TenonHttpServer.builder(server)
 *         .port(8443).tls(TlsCertificate.fromPem(certificate, key))
 *         .start();
 * System.out.println(https.uri());
 * }</pre>
 */
public final class TenonHttpServer implements AutoCloseable {
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final HttpServerConfig config;
    private final HttpListener listener;
    private final AtomicBoolean closing = new AtomicBoolean();
    private final CountDownLatch closed = new CountDownLatch(1);

    TenonHttpServer(HttpServerConfig config) {
        this.config = config;
        this.listener = HttpListener.start(config);
    }

    /**
     * Starts a server at {@code http://127.0.0.1:8080/mcp}.
     *
     * @throws HttpServerStartException when the server cannot start; its message says why and what to do
     */
    public static TenonHttpServer start(McpServer server) {
        return builder(server).start();
    }

    /** Returns a builder; {@link TenonHttpServerBuilder#start} starts the server. */
    public static TenonHttpServerBuilder builder(McpServer server) {
        return new TenonHttpServerBuilder(server);
    }

    /** Returns the port on which the server listens, which the system has chosen if 0 was configured. */
    public int port() {
        return listener.port();
    }

    /** Returns a snapshot of the counters. */
    public HttpServerStatus status() {
        return listener.status();
    }

    /** Returns the URI of the MCP endpoint for clients on this machine. */
    public URI uri() {
        return uriOf("http", config.primaryEndpoint().options().path());
    }

    /** Returns the URI of the HTTP+SSE stream (2024-11-05) for clients on this machine, if enabled. */
    public Optional<URI> httpSseUri() {
        return Optional.ofNullable(config.primaryEndpoint().options().httpSsePath())
                .map(path -> uriOf("http", path));
    }

    /** Returns the URI of the WebSocket endpoint for clients on this machine, if enabled. */
    public Optional<URI> webSocketUri() {
        return Optional.ofNullable(config.webSocketPath()).map(path -> uriOf("ws", path));
    }

    private URI uriOf(String scheme, String path) {
        String host = config.host();
        boolean anyAddress = host.equals("0.0.0.0") || host.equals("::");
        String uriHost = anyAddress ? "localhost" : HttpUrls.formatHost(host);
        return URI.create(scheme + (config.tls() == null ? "" : "s") + "://" + uriHost + ":" + port() + path);
    }

    /**
     * Waits until the server has been closed.
     *
     * @throws InterruptedException when the waiting thread is interrupted
     */
    public void awaitClosed() throws InterruptedException {
        closed.await();
    }

    /** Closes the server with a grace period of ten seconds; see {@link #close(Duration)}. */
    @Override
    public void close() {
        close(GRACE);
    }

    /**
     * Closes the server: accepts no new connections and requests, gives responses in progress this much time, and
     * closes every connection. Streams without an end of their own end when the MCP server is closed, either beforehand
     * or {@linkplain TenonHttpServerBuilder#closeServersOnShutdown by this method}; otherwise they are aborted at the
     * end of the grace period. Returns when everything is closed; a later call has no effect and returns at once
     * ({@link #awaitClosed} waits).
     *
     * @param grace how long to wait for responses in progress
     */
    public void close(Duration grace) {
        if (closing.compareAndSet(false, true)) {
            try {
                listener.close(grace, config.closeServersOnShutdown() ? () -> closeServers(grace) : () -> {});
            } finally {
                closed.countDown();
            }
        }
    }

    /** Closes the MCP servers concurrently because each may take up to the grace period. */
    private void closeServers(Duration grace) {
        CompletableFuture<?>[] closing = config.endpoints().stream()
                .map(served -> CompletableFuture.runAsync(
                        () -> served.server().close(grace), task -> new Thread(task, "tenon-http-close").start()))
                .toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(closing).join();
    }
}
