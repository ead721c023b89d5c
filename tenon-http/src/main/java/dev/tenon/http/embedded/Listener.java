package dev.tenon.http.embedded;

import dev.tenon.server.HttpEndpoint;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpServerOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The event loops of one server and the port they listen on together. */
final class Listener {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.http");
    /** For authenticators, which may wait for a network. */
    private static final int BLOCKING_THREADS = 64;

    private static final int CHUNK_BYTES = 64 << 10;
    private static final int FIRST_LINE_BYTES = 8 << 10;

    private final Vertx vertx;
    private final List<EventLoop> loops;

    private Listener(Vertx vertx, List<EventLoop> loops) {
        this.vertx = vertx;
        this.loops = loops;
    }

    static Listener start(Setup setup) {
        HttpEndpoint endpoint = setup.server().http(setup.options());
        int count = Runtime.getRuntime().availableProcessors();
        Vertx vertx = Vertx.vertx(new VertxOptions()
                .setEventLoopPoolSize(count)
                .setWorkerPoolSize(BLOCKING_THREADS)
                .setFileSystemOptions(
                        new FileSystemOptions().setFileCachingEnabled(false).setClassPathResolvingEnabled(false)));
        List<EventLoop> loops = new CopyOnWriteArrayList<>();
        BodyBudget budget = new BodyBudget(setup.bounds().bodyBytes());
        AtomicInteger open = new AtomicInteger();
        HttpServerOptions options = options(setup);
        try {
            await(vertx.deployVerticle(
                    () -> {
                        EventLoop loop = new EventLoop(options, setup, endpoint, budget, open);
                        loops.add(loop);
                        return loop;
                    },
                    new DeploymentOptions().setInstances(count)));
        } catch (CompletionException e) {
            await(vertx.close());
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw HttpStartException.listening(setup.host(), setup.port(), cause);
        }
        return new Listener(vertx, loops);
    }

    private static HttpServerOptions options(Setup setup) {
        HttpBounds bounds = setup.bounds();
        HttpServerOptions options = new HttpServerOptions()
                .setTcpNoDelay(true)
                .setReuseAddress(true)
                .setAcceptBacklog(1024)
                .setMaxHeaderSize(bounds.headerBytes())
                .setMaxInitialLineLength(FIRST_LINE_BYTES)
                .setMaxChunkSize(CHUNK_BYTES)
                .setHandle100ContinueAutomatically(false)
                .setCompressionSupported(false)
                .setDecompressionSupported(false)
                .setHttp2ClearTextEnabled(setup.clearTextHttp2())
                .setInitialSettings(new Http2Settings()
                        .setMaxConcurrentStreams(bounds.streamsPerConnection())
                        .setMaxHeaderListSize(bounds.headerBytes()));
        Tls tls = setup.tls();
        if (tls != null) {
            options.setSsl(true).setUseAlpn(true).setKeyCertOptions(tls.options());
        }
        return options;
    }

    int port() {
        return loops.get(0).port();
    }

    /**
     * Closes everything.
     *
     * @param ending what to do meanwhile, so that the answers on their way can end
     */
    void close(Duration grace, Runnable ending) {
        Future<?> closed =
                Future.all(loops.stream().map(loop -> loop.shutdown(grace)).toList());
        try {
            ending.run();
            await(closed);
        } catch (CompletionException e) {
            LOG.warn("Closing the HTTP server", e);
        } finally {
            await(vertx.close());
        }
    }

    /** Waits for what happens on the event loops; never called on one. */
    private static void await(Future<?> future) {
        future.toCompletionStage().toCompletableFuture().join();
    }
}
