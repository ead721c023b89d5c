package dev.tenon.http.embedded;

import dev.tenon.concurrent.ExecutionContext;
import dev.tenon.concurrent.Polling;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.internal.VertxBootstrap;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The event loops of one server and the port they listen on together. */
final class Listener {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.http");
    /** For authenticators, which may wait for a network. */
    private static final int BLOCKING_THREADS = 64;

    private static final int CHUNK_BYTES = 64 << 10;
    static final int FIRST_LINE_BYTES = 8 << 10;

    /** For the closing of WebSockets and of HTTP/2. */
    private static final Duration FAREWELL = Duration.ofSeconds(1);

    private final Vertx vertx;
    private final WatchedTransport transport;
    private final Shared shared;
    private final List<EventLoop> loops;

    private Listener(Vertx vertx, WatchedTransport transport, Shared shared, List<EventLoop> loops) {
        this.vertx = vertx;
        this.transport = transport;
        this.shared = shared;
        this.loops = loops;
    }

    static Listener start(Setup setup) {
        int count = Runtime.getRuntime().availableProcessors();
        Shared shared = Shared.of(setup);
        WatchedTransport transport = new WatchedTransport(shared.channels());
        Vertx vertx = vertx(count, transport);
        List<EventLoop> loops = new CopyOnWriteArrayList<>();
        HttpServerOptions options = options(setup);
        try {
            await(vertx.deployVerticle(
                    () -> {
                        EventLoop loop = new EventLoop(options, setup, shared);
                        loops.add(loop);
                        return loop;
                    },
                    new DeploymentOptions().setInstances(count)));
        } catch (CompletionException e) {
            await(vertx.close());
            shared.parsers().shutdown();
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw setup.tls() == null || cause instanceof IOException
                    ? HttpStartException.listening(setup.host(), setup.port(), cause)
                    : HttpStartException.tls(cause);
        }
        return new Listener(vertx, transport, shared, loops);
    }

    private static Vertx vertx(int eventLoops, WatchedTransport transport) {
        FileSystemOptions noFiles =
                new FileSystemOptions().setFileCachingEnabled(false).setClassPathResolvingEnabled(false);
        return VertxBootstrap.create()
                .transport(transport)
                .options(new VertxOptions()
                        .setEventLoopPoolSize(eventLoops)
                        .setWorkerPoolSize(BLOCKING_THREADS)
                        .setFileSystemOptions(noFiles))
                .init()
                .vertx();
    }

    private static HttpServerOptions options(Setup setup) {
        HttpBounds bounds = setup.bounds();
        HttpServerOptions options = new HttpServerOptions()
                .setAcceptBacklog(1024)
                .setMaxHeaderSize(bounds.headerBytes())
                .setMaxInitialLineLength(FIRST_LINE_BYTES)
                .setMaxChunkSize(CHUNK_BYTES)
                .setCompressionSupported(false)
                .setDecompressionSupported(false)
                .setPerMessageWebSocketCompressionSupported(false)
                .setPerFrameWebSocketCompressionSupported(false)
                .setHttp2ClearTextEnabled(setup.clearTextHttp2())
                .setInitialSettings(new Http2Settings()
                        .setMaxConcurrentStreams(bounds.streamsPerConnection())
                        .setMaxHeaderListSize(bounds.headerBytes()));
        if (setup.webSocketPath() != null) {
            int frame =
                    (int) Math.min(2L * setup.first().server().limits().json().bytes(), Integer.MAX_VALUE - 16);
            options.setWebSocketSubProtocols(List.of("mcp"))
                    .setMaxWebSocketFrameSize(frame)
                    .setMaxWebSocketMessageSize(frame);
        }
        Tls tls = setup.tls();
        if (tls != null) {
            options.setSsl(true).setUseAlpn(true).setKeyCertOptions(tls.options());
        }
        return options;
    }

    HttpStatus status() {
        ConnectionCounters counters = shared.counters();
        return new HttpStatus(
                shared.visits().get(),
                shared.bodies().used(),
                shared.memories().sum(LoopMemory::bytes),
                Map.of(
                        "connections", counters.refusedConnections.sum(),
                        "header_bytes", counters.largeHeads.sum(),
                        "body_bytes", shared.bodies().refusals(),
                        "waiting_bytes", shared.memories().sum(memory -> memory.cuts.sum()),
                        "paused_reads", shared.memories().sum(memory -> memory.pauses.sum()),
                        "slow_senders", counters.slowSenders.sum(),
                        "slow_readers", counters.slowReaders.sum(),
                        "reset_floods", counters.resetFloods.sum()));
    }

    int port() {
        return loops.get(0).port();
    }

    /**
     * Closes everything. HTTP/2 is told last, as some clients give up their requests when they hear of it.
     *
     * @param ending what to do when nothing new is taken any more, so that the answers on their way can end
     */
    void close(Duration grace, Runnable ending) {
        long deadline = System.nanoTime() + grace.toNanos();
        transport.stopAccepting();
        try {
            ending.run();
            Polling.await(() -> shared.visits().get() == 0, Duration.ofNanos(deadline - System.nanoTime()));
            Future<?> ended = Future.all(
                    loops.stream().map(loop -> loop.shutdown(FAREWELL)).toList());
            Polling.await(ended::isComplete, FAREWELL.multipliedBy(2));
            // Vert.x waits with the rest until their clients have read what is left.
            shared.channels().cutAll();
            await(ended);
        } catch (CompletionException e) {
            LOG.warn("Closing the HTTP server", e);
        } finally {
            await(vertx.close());
            shared.parsers().shutdown();
        }
    }

    /** Waits for what happens on the event loops; never called on one. */
    private static void await(Future<?> future) {
        ExecutionContext.checkCanBlock("wait for the end of an HTTP server");
        future.toCompletionStage().toCompletableFuture().join();
    }
}
