package dev.tenon.bench.peer;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.transport.Transport;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One event loop of a bare server, set up as Tenon's are: there is one for each processor, and all listen at the same
 * port.
 */
abstract class PeerVerticle extends VerticleBase {
    private static final int BACKLOG = 1024;

    private @Nullable HttpServer server;

    /** Starts as many as there are processors. */
    static <L extends PeerVerticle> List<L> start(Supplier<L> one) {
        int count = Runtime.getRuntime().availableProcessors();
        Vertx vertx = Vertx.builder()
                .withTransport(Transport.NIO)
                .with(new VertxOptions().setEventLoopPoolSize(count))
                .build();
        List<L> loops = new CopyOnWriteArrayList<>();
        vertx.deployVerticle(
                        () -> {
                            L loop = one.get();
                            loops.add(loop);
                            return loop;
                        },
                        new DeploymentOptions().setInstances(count))
                .toCompletionStage()
                .toCompletableFuture()
                .join();
        return loops;
    }

    @Override
    public Future<?> start() {
        HttpServerOptions options = new HttpServerOptions()
                .setTcpNoDelay(true)
                .setReuseAddress(true)
                .setAcceptBacklog(BACKLOG)
                .setCompressionSupported(false)
                .setDecompressionSupported(false)
                .setHttp2ClearTextEnabled(false);
        HttpServer mine = vertx.createHttpServer(options).requestHandler(this::handle);
        server = mine;
        return mine.listen(SocketAddress.sharedRandomPort(1, "127.0.0.1"));
    }

    /** A request has begun. */
    abstract void handle(HttpServerRequest request);

    int port() {
        return server == null ? 0 : server.actualPort();
    }
}
