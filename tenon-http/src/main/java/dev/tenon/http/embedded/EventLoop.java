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
@SuppressWarnings("NullAway.Init") // what start sets
final class EventLoop extends VerticleBase {
    private static final long LONGEST_SWEEP_MS = 1000;
    private static final int SWEEPS_PER_TIME = 4;

    private final HttpServerOptions options;
    private final Setup setup;
    private final Shared shared;
    private Connections connections;
    private volatile HttpServer server;

    EventLoop(HttpServerOptions options, Setup setup, Shared shared) {
        this.options = options;
        this.setup = setup;
        this.shared = shared;
    }

    @Override
    public Future<?> start() {
        io.netty.channel.EventLoop thread = ((ContextInternal) context).nettyEventLoop();
        EventLoopHttpClients.open(vertx);
        ExecutionContext.nonBlocking("event loop").enter();
        HttpBounds bounds = setup.bounds();
        connections = new Connections(shared, thread);
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
        vertx.setPeriodic(period, timer -> connections.sweep(bounds));
        // A shared random port is any one that is free, but the same for all event loops.
        return server.listen(
                setup.port() == 0
                        ? SocketAddress.sharedRandomPort(1, setup.host())
                        : SocketAddress.inetSocketAddress(setup.port(), setup.host()));
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
        Visit visit = new Visit(request, context, connection, setup.bounds());
        if (visit.head().path().equals(setup.webSocketPath())) {
            new WebSocketDoor(setup.first(), context).serve(visit, connection);
        } else {
            visit.serve(setup.endpointAt(visit.head().path()));
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
