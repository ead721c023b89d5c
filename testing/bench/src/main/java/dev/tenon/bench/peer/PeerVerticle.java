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

/** An event loop of a floor server, with the settings of Tenon: one per processor, all on the same port. */
abstract class PeerVerticle extends VerticleBase {
    private static final int BACKLOG = 1024;

    private @Nullable HttpServer server;

    /** Starts one event loop per processor. */
    static <L extends PeerVerticle> List<L> start(Supplier<L> factory) {
        int count = Runtime.getRuntime().availableProcessors();
        Vertx vertx = Vertx.builder()
                .withTransport(Transport.NIO)
                .with(new VertxOptions().setEventLoopPoolSize(count))
                .build();
        List<L> loops = new CopyOnWriteArrayList<>();
        vertx.deployVerticle(
                        () -> {
                            L loop = factory.get();
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
        HttpServer listening = vertx.createHttpServer(options).requestHandler(this::handle);
        server = listening;
        return listening.listen(SocketAddress.sharedRandomPort(1, "127.0.0.1"));
    }

    /** Handles a request whose headers have arrived. */
    abstract void handle(HttpServerRequest request);

    int port() {
        return server == null ? 0 : server.actualPort();
    }
}
