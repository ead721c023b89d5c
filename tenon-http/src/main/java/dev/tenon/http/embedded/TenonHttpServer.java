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
 * An {@link McpServer} that is served over HTTP. Its threads keep the JVM alive until it is closed.
 *
 * <pre>{@code
 * TenonHttp http = TenonHttp.serve(server);                       // http://127.0.0.1:8080/mcp
 *
 * TenonHttp https = TenonHttp.serving(server)
 *         .port(8443).tls(Tls.pem(certificate, key))
 *         .start();
 * System.out.println(https.uri());
 * }</pre>
 */
public final class TenonHttpServer implements AutoCloseable {
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final HttpServerConfig setup;
    private final HttpListener listener;
    private final AtomicBoolean closing = new AtomicBoolean();
    private final CountDownLatch closed = new CountDownLatch(1);

    TenonHttpServer(HttpServerConfig setup) {
        this.setup = setup;
        this.listener = HttpListener.start(setup);
    }

    /**
     * Serves at {@code http://127.0.0.1:8080/mcp}.
     *
     * @throws HttpServerStartException when that is not possible; its message says why and what to do
     */
    public static TenonHttpServer start(McpServer server) {
        return builder(server).start();
    }

    /** How to serve that server; {@link TenonHttpServerBuilder#start} starts. */
    public static TenonHttpServerBuilder builder(McpServer server) {
        return new TenonHttpServerBuilder(server);
    }

    /** The port that it listens on: the one chosen, where 0 was asked for. */
    public int port() {
        return listener.port();
    }

    /** Numbers of what is going on. */
    public HttpServerStatus status() {
        return listener.status();
    }

    /** Where a client on this machine reaches the MCP endpoint. */
    public URI uri() {
        return uriOf("http", setup.primaryEndpoint().options().path());
    }

    /** Where a client on this machine reaches the stream of the old HTTP+SSE transport, if that is on. */
    public Optional<URI> httpSseUri() {
        String path = setup.primaryEndpoint().options().httpSsePath();
        return Optional.ofNullable(path).map(p -> uriOf("http", p));
    }

    /** Where a client on this machine opens a WebSocket, if that is on. */
    public Optional<URI> webSocketUri() {
        String path = setup.webSocketPath();
        return Optional.ofNullable(path).map(p -> uriOf("ws", p));
    }

    private URI uriOf(String scheme, String path) {
        String host = setup.host();
        boolean everywhere = host.equals("0.0.0.0") || host.equals("::");
        String named = everywhere ? "localhost" : HttpUrls.formatHost(host);
        return URI.create(scheme + (setup.tls() == null ? "" : "s") + "://" + named + ":" + port() + path);
    }

    /**
     * Waits until it has been closed.
     *
     * @throws InterruptedException when the waiting thread is interrupted
     */
    public void awaitClosed() throws InterruptedException {
        closed.await();
    }

    /** Closes with a grace of ten seconds; see {@link #close(Duration)}. */
    @Override
    public void close() {
        close(GRACE);
    }

    /**
     * Takes no new connections and requests, gives the answers on their way this long, and closes every connection.
     * Streams that have no end of their own are ended when the MCP server is closed, before or {@linkplain
     * TenonHttpServerBuilder#closesServer by this}; else they are cut at the end of the grace. Returns when everything
     * is closed; a later call does nothing and returns at once ({@link #awaitClosed} waits).
     */
    public void close(Duration grace) {
        if (closing.compareAndSet(false, true)) {
            try {
                listener.close(grace, setup.closeServersOnShutdown() ? () -> closeServers(grace) : () -> {});
            } finally {
                closed.countDown();
            }
        }
    }

    /** All at once: each may take that long. */
    private void closeServers(Duration grace) {
        CompletableFuture<?>[] closing = setup.endpoints().stream()
                .map(served -> CompletableFuture.runAsync(
                        () -> served.server().close(grace), task -> new Thread(task, "tenon-http-close").start()))
                .toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(closing).join();
    }
}
