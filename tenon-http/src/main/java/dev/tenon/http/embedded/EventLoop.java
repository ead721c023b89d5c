package dev.tenon.http.embedded;

import dev.tenon.concurrent.ExecutionContext;
import dev.tenon.concurrent.handlers.Gathering;
import dev.tenon.http.embedded.internal.EventLoopHttpClients;
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
final class EventLoop extends VerticleBase {
    private static final long LONGEST_SWEEP_MS = 1000;
    private static final int SWEEPS_PER_TIME = 4;

    private final HttpServerOptions options;
    private final SocketAddress address;
    private final Endpoints endpoints;
    private final Setup setup;
    private final HttpBounds bounds;
    private final Connections connections;

    @SuppressWarnings("NullAway.Init") // by start
    private volatile HttpServer server;

    EventLoop(HttpServerOptions options, Setup setup, Endpoints endpoints, Shared shared) {
        this.options = options;
        // A shared random port is any one that is free, but the same for all event loops.
        this.address = setup.port() == 0
                ? SocketAddress.sharedRandomPort(1, setup.host())
                : SocketAddress.inetSocketAddress(setup.port(), setup.host());
        this.endpoints = endpoints;
        this.setup = setup;
        this.bounds = setup.bounds();
        this.connections = new Connections(bounds, shared);
    }

    @Override
    public Future<?> start() {
        io.netty.channel.EventLoop thread = ((ContextInternal) context).nettyEventLoop();
        EventLoopHttpClients.open(vertx);
        ExecutionContext.nonBlocking("event loop").enter();
        connections.runOn(thread);
        Gathering.begin(thread);
        server = vertx.createHttpServer(options)
                .connectionHandler(connections::of)
                .requestHandler(this::request);
        Duration patience = setup.first().server().channelLimits().patience();
        long shortest = Stream.of(bounds.idle(), bounds.bodyTime(), bounds.answerTime(), bounds.ping(), patience)
                .mapToLong(Duration::toMillis)
                .min()
                .orElseThrow();
        long period = Math.max(1, Math.min(LONGEST_SWEEP_MS, shortest / SWEEPS_PER_TIME));
        vertx.setPeriodic(period, timer -> connections.sweep());
        return server.listen(address);
    }

    @Override
    public Future<?> stop() {
        Gathering.end();
        ExecutionContext.leave();
        EventLoopHttpClients.close();
        return Future.succeededFuture();
    }

    private void request(HttpServerRequest request) {
        Connection connection = connections.of(request.connection());
        connection.memory().relieveIfCritical();
        Visit visit = new Visit(request, context, connection, bounds);
        if (visit.head().path().equals(setup.webSocketPath())) {
            new WebSocketDoor(setup, endpoints.first(), context).serve(visit, connection);
        } else {
            visit.serve(endpoints.at(visit.head().path()));
        }
    }

    int port() {
        return server.actualPort();
    }

    /** Stops to listen, lets the answers on their way out, and closes the connections. */
    Future<?> shutdown(Duration grace) {
        return server.shutdown(grace);
    }
}
