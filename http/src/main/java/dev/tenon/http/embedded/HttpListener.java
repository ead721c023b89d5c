package dev.tenon.http.embedded;

import static dev.tenon.http.embedded.internal.HttpServerConfig.LOG;

import dev.tenon.http.embedded.internal.HttpServerConfig;
import dev.tenon.http.embedded.internal.channel.ChannelTrackingTransport;
import dev.tenon.http.embedded.internal.channel.EventLoopMemoryBudget;
import dev.tenon.http.embedded.internal.channel.LimitViolationCounters;
import dev.tenon.http.embedded.internal.connection.HttpServerResources;
import dev.tenon.http.embedded.internal.connection.HttpVerticle;
import dev.tenon.internal.concurrent.ConditionPoller;
import dev.tenon.internal.concurrent.ThreadBlockingContext;
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

/** The event loops of one server and the port on which they listen. */
public final class HttpListener {
    /** Threads for authenticators, which may block on the network. */
    private static final int BLOCKING_THREADS = 64;

    private static final int MAX_CHUNK_BYTES = 64 << 10;
    public static final int MAX_FIRST_LINE_BYTES = 8 << 10;

    /** How long to wait for the closing handshakes of WebSocket and HTTP/2. */
    private static final Duration CLOSE_HANDSHAKE_TIMEOUT = Duration.ofSeconds(1);

    private final Vertx vertx;
    private final ChannelTrackingTransport transport;
    private final HttpServerResources shared;
    private final List<HttpVerticle> loops;

    private HttpListener(
            Vertx vertx, ChannelTrackingTransport transport, HttpServerResources shared, List<HttpVerticle> loops) {
        this.vertx = vertx;
        this.transport = transport;
        this.shared = shared;
        this.loops = loops;
    }

    static HttpListener start(HttpServerConfig config) {
        // These steps can fail, so they precede the start of the first thread.
        ThreadBlockingContext.assertCanBlock("wait for the start of an HTTP server");
        HttpServerOptions options = createServerOptions(config);
        int count = Runtime.getRuntime().availableProcessors();
        HttpServerResources shared = HttpServerResources.of(config);
        ChannelTrackingTransport transport = new ChannelTrackingTransport(shared.channels());
        Vertx vertx = createVertx(count, transport);
        List<HttpVerticle> loops = new CopyOnWriteArrayList<>();
        try {
            awaitFuture(vertx.deployVerticle(
                    () -> {
                        HttpVerticle loop = new HttpVerticle(options, config, shared);
                        loops.add(loop);
                        return loop;
                    },
                    new DeploymentOptions().setInstances(count)));
        } catch (CompletionException e) {
            awaitFuture(vertx.close());
            shared.parserExecutor().shutdown();
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw config.tls() == null || cause instanceof IOException
                    ? HttpServerStartException.forBindFailure(config.host(), config.port(), cause)
                    : HttpServerStartException.forTlsFailure(cause);
        }
        return new HttpListener(vertx, transport, shared, loops);
    }

    private static Vertx createVertx(int eventLoops, ChannelTrackingTransport transport) {
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

    private static HttpServerOptions createServerOptions(HttpServerConfig config) {
        HttpServerLimits limits = config.limits();
        HttpServerOptions options = new HttpServerOptions()
                .setAcceptBacklog(1024)
                .setMaxHeaderSize(limits.maxHeaderBytes())
                .setMaxInitialLineLength(MAX_FIRST_LINE_BYTES)
                .setMaxChunkSize(MAX_CHUNK_BYTES)
                .setCompressionSupported(false)
                .setDecompressionSupported(false)
                .setPerMessageWebSocketCompressionSupported(false)
                .setPerFrameWebSocketCompressionSupported(false)
                .setHttp2ClearTextEnabled(config.clearTextHttp2())
                .setInitialSettings(new Http2Settings()
                        .setMaxConcurrentStreams(limits.maxStreamsPerConnection())
                        .setMaxHeaderListSize(limits.maxHeaderBytes()));
        if (config.webSocketPath() != null) {
            int frame = (int) Math.min(
                    2L * config.primaryEndpoint().server().limits().json().bytes(), Integer.MAX_VALUE - 16);
            options.setWebSocketSubProtocols(List.of("mcp"));
            options.setMaxWebSocketFrameSize(frame).setMaxWebSocketMessageSize(frame);
        }
        if (config.tls() != null) {
            options.setSsl(true).setUseAlpn(true).setKeyCertOptions(config.tls().keyCertOptions());
        }
        return options;
    }

    HttpServerStatus status() {
        LimitViolationCounters counters = shared.counters();
        return new HttpServerStatus(
                shared.activeExchanges().get(),
                shared.bodyBudget().used(),
                shared.memoryBudgets().sum(EventLoopMemoryBudget::bytes),
                Map.of(
                        "connections", counters.refusedConnections.sum(),
                        "header_bytes", counters.largeHeads.sum(),
                        "body_bytes", shared.bodyBudget().rejectionCount(),
                        "waiting_bytes", shared.memoryBudgets().sum(memory -> memory.evictions.sum()),
                        "paused_reads", shared.memoryBudgets().sum(memory -> memory.pauses.sum()),
                        "slow_senders", counters.slowSenders.sum(),
                        "slow_readers", counters.slowReaders.sum(),
                        "reset_floods", counters.resetFloods.sum()));
    }

    int port() {
        return loops.get(0).port();
    }

    /**
     * Closes the listener. HTTP/2 connections are closed last because some clients abort their requests when they
     * receive GOAWAY.
     *
     * @param grace how long to wait for responses in progress
     * @param onStopped called when no new requests are accepted, so that responses in progress can end
     */
    void close(Duration grace, Runnable onStopped) {
        long deadline = System.nanoTime() + grace.toNanos();
        transport.stopAccepting();
        try {
            onStopped.run();
            ConditionPoller.await(
                    () -> shared.activeExchanges().get() == 0, Duration.ofNanos(deadline - System.nanoTime()));
            Future<?> shutdown = Future.all(loops.stream()
                    .map(loop -> loop.shutdown(CLOSE_HANDSHAKE_TIMEOUT))
                    .toList());
            ConditionPoller.await(shutdown::isComplete, CLOSE_HANDSHAKE_TIMEOUT.multipliedBy(2));
            // Otherwise Vert.x waits until the remaining clients have read everything.
            shared.channels().abortAll();
            awaitFuture(shutdown);
        } catch (CompletionException e) {
            LOG.warn("Closing the HTTP server failed", e);
        } finally {
            awaitFuture(vertx.close());
            shared.parserExecutor().shutdown();
        }
    }

    /** Waits for an event loop; must not be called on one. */
    private static void awaitFuture(Future<?> future) {
        ThreadBlockingContext.assertCanBlock("wait for the end of an HTTP server");
        future.toCompletionStage().toCompletableFuture().join();
    }
}
