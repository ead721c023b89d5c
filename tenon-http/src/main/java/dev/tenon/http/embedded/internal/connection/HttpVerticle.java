package dev.tenon.http.embedded.internal.connection;

import dev.tenon.http.embedded.HttpServerLimits;
import dev.tenon.http.embedded.internal.HttpServerConfig;
import dev.tenon.http.embedded.internal.client.EventLoopHttpClients;
import dev.tenon.internal.concurrent.ExecutionContext;
import dev.tenon.internal.concurrent.TaskBatch;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.net.SocketAddress;
import java.time.Duration;
import java.util.stream.Stream;

/** One event loop's share of the server; all shares listen on the same port. */
@SuppressWarnings("NullAway.Init")
public // what start sets
final class HttpVerticle extends VerticleBase {
    private static final long LONGEST_SWEEP_MS = 1000;
    private static final int SWEEPS_PER_TIME = 4;

    private final HttpServerOptions options;
    private final HttpServerConfig setup;
    private final HttpServerResources shared;
    private ConnectionRegistry connections;
    private volatile HttpServer server;

    public HttpVerticle(HttpServerOptions options, HttpServerConfig setup, HttpServerResources shared) {
        this.options = options;
        this.setup = setup;
        this.shared = shared;
    }

    @Override
    public Future<?> start() {
        io.netty.channel.EventLoop thread = ((ContextInternal) context).nettyEventLoop();
        EventLoopHttpClients.openOnCurrentThread(vertx);
        ExecutionContext.nonBlocking("event loop").enter();
        HttpServerLimits bounds = setup.limits();
        connections = new ConnectionRegistry(shared, thread);
        TaskBatch.begin(thread);
        server = vertx.createHttpServer(options)
                .connectionHandler(connections::getOrRegister)
                .requestHandler(this::handleRequest);
        Duration patience = setup.primaryEndpoint().server().channelLimits().writeTimeout();
        long shortest = Stream.of(
                        bounds.idleTimeout(),
                        bounds.bodyTimeout(),
                        bounds.responseTimeout(),
                        bounds.pingInterval(),
                        patience)
                .mapToLong(Duration::toMillis)
                .min()
                .orElseThrow();
        long period = Math.max(1, Math.min(LONGEST_SWEEP_MS, shortest / SWEEPS_PER_TIME));
        vertx.setPeriodic(period, timer -> connections.checkTimeouts(bounds));
        // A shared random port is any one that is free, but the same for all event loops.
        return server.listen(
                setup.port() == 0
                        ? SocketAddress.sharedRandomPort(1, setup.host())
                        : SocketAddress.inetSocketAddress(setup.port(), setup.host()));
    }

    @Override
    public Future<?> stop() {
        TaskBatch.end();
        ExecutionContext.exit();
        EventLoopHttpClients.closeOnCurrentThread();
        return Future.succeededFuture();
    }

    private void handleRequest(HttpServerRequest request) {
        ClientConnection connection = connections.getOrRegister(request.connection());
        connection.memory().evictIfCritical();
        VertxExchange visit = new VertxExchange(request, context, connection, setup.limits());
        if (visit.head().path().equals(setup.webSocketPath())) {
            new WebSocketUpgradeHandler(setup.primaryEndpoint(), context).handle(visit, connection);
        } else {
            visit.serve(setup.endpointAt(visit.head().path()));
        }
    }

    public int port() {
        return server.actualPort();
    }

    /** Stops to listen, lets the answers on their way out, and closes the connections. */
    public Future<?> shutdown(Duration grace) {
        return server.shutdown(grace);
    }
}
