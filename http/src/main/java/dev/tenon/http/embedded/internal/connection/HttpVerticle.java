package dev.tenon.http.embedded.internal.connection;

import dev.tenon.http.embedded.HttpServerLimits;
import dev.tenon.http.embedded.internal.HttpServerConfig;
import dev.tenon.http.embedded.internal.client.EventLoopHttpClients;
import dev.tenon.internal.concurrent.ThreadBlockingContext;
import dev.tenon.internal.concurrent.WorkerStartCoalescer;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.net.SocketAddress;
import java.time.Duration;
import java.util.stream.Stream;

/** One event loop of the server; all of them listen on the same port. */
@SuppressWarnings("NullAway.Init") // what start sets
public final class HttpVerticle extends VerticleBase {
    private static final long MAX_SWEEP_MS = 1000;
    private static final int SWEEPS_PER_TIMEOUT = 4;

    private final HttpServerOptions options;
    private final HttpServerConfig config;
    private final HttpServerResources resources;
    private ConnectionMonitor connections;
    private volatile HttpServer server;

    public HttpVerticle(HttpServerOptions options, HttpServerConfig config, HttpServerResources resources) {
        this.options = options;
        this.config = config;
        this.resources = resources;
    }

    @Override
    public Future<?> start() {
        io.netty.channel.EventLoop thread = ((ContextInternal) context).nettyEventLoop();
        EventLoopHttpClients.openOnCurrentThread(vertx);
        ThreadBlockingContext.nonBlocking("event loop").enter();
        HttpServerLimits limits = config.limits();
        connections = new ConnectionMonitor(resources, thread);
        WorkerStartCoalescer.beginOnCurrentThread(thread);
        server = vertx.createHttpServer(options)
                .connectionHandler(connections::getOrRegister)
                .requestHandler(this::handleRequest);
        Duration writeTime = config.primaryEndpoint().server().channelLimits().writeTimeout();
        Stream<Duration> times = Stream.of(
                limits.idleTimeout(), limits.bodyTimeout(), limits.responseTimeout(), limits.pingInterval(), writeTime);
        long shortest = times.mapToLong(Duration::toMillis).min().orElseThrow();
        long period = Math.max(1, Math.min(MAX_SWEEP_MS, shortest / SWEEPS_PER_TIMEOUT));
        vertx.setPeriodic(period, timer -> connections.enforceLimitsAndTrimBuffers(limits));
        // A shared random port is any free one, but the same for all event loops.
        return server.listen(
                config.port() == 0
                        ? SocketAddress.sharedRandomPort(1, config.host())
                        : SocketAddress.inetSocketAddress(config.port(), config.host()));
    }

    @Override
    public Future<?> stop() {
        WorkerStartCoalescer.end();
        ThreadBlockingContext.clear();
        EventLoopHttpClients.closeOnCurrentThread();
        return Future.succeededFuture();
    }

    private void handleRequest(HttpServerRequest request) {
        ClientConnection connection = connections.getOrRegister(request.connection());
        connection.memory().evictIfCritical();
        VertxExchange exchange = new VertxExchange(request, context, connection, config.limits());
        if (exchange.head().path().equals(config.webSocketPath())) {
            new WebSocketUpgrader(config.primaryEndpoint(), context).upgradeIfAuthorized(exchange, connection);
        } else {
            exchange.serve(config.findEndpointOrPrimary(exchange.head().path()));
        }
    }

    public int port() {
        return server.actualPort();
    }

    /** Stops listening, lets responses in progress complete, and closes the connections. */
    public Future<?> shutdown(Duration grace) {
        return server.shutdown(grace);
    }
}
