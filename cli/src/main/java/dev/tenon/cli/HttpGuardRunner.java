package dev.tenon.cli;

import dev.tenon.cli.error.CommandFailedException;
import dev.tenon.guard.config.ListenConfig;
import dev.tenon.guard.config.UpstreamConfig;
import dev.tenon.guard.runtime.ConfiguredGuard;
import dev.tenon.http.embedded.HttpServerStartException;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.http.embedded.TenonHttpServerBuilder;
import dev.tenon.server.McpServer;
import dev.tenon.server.http.HttpOptions;
import java.util.Iterator;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Serves a guard over HTTP.
 *
 * @param afterClose run last when the process is asked to stop
 */
record HttpGuardRunner(ConfiguredGuard guard, ListenConfig.HttpListenConfig listenConfig, Runnable afterClose) {
    /** Serves until the process is asked to stop. */
    void serve() throws InterruptedException {
        TenonHttpServer http = startServer();
        guard.addLimitCounts(() -> http.status().limitCounts());
        ShutdownHook shutdown = ShutdownHook.register(System.out, grace -> {
            http.close();
            guard.close(grace);
            afterClose.run();
        });
        System.out.println("Tenon " + ProductVersion.current() + ", guard for " + joinUpstreamNames());
        guard.endpoints()
                .keySet()
                .forEach(path -> System.out.println("  HTTP       " + http.uri().resolve(path)));
        http.httpSseUri().ifPresent(uri -> System.out.println("  HTTP+SSE   " + uri));
        http.webSocketUri().ifPresent(uri -> System.out.println("  WebSocket  " + uri));
        System.out.println("Ctrl-C stops the guard.");
        http.awaitClosed();
        shutdown.cancel();
    }

    private String joinUpstreamNames() {
        return guard.config().upstreams().stream().map(UpstreamConfig::name).collect(Collectors.joining(", "));
    }

    private TenonHttpServer startServer() {
        try {
            Iterator<Map.Entry<String, McpServer>> endpoints =
                    guard.endpoints().entrySet().iterator();
            Map.Entry<String, McpServer> first = endpoints.next();
            HttpOptions options = HttpOptions.DEFAULT
                    .withPath(first.getKey())
                    .withOrigins(HostOriginPolicyFactory.createHostOriginPolicy(
                            new BindAddress(listenConfig.host(), listenConfig.port()), listenConfig.origins()))
                    .withTrustedProxies(listenConfig.trustedProxies());
            TenonHttpServerBuilder builder = TenonHttpServer.builder(first.getValue())
                    .host(listenConfig.host())
                    .port(listenConfig.port())
                    .options(listenConfig.ssePath().map(options::withHttpSse).orElse(options));
            guard.authenticator().ifPresent(builder::authenticator);
            listenConfig.webSocketPath().ifPresent(builder::webSocket);
            endpoints.forEachRemaining(endpoint -> builder.addServer(endpoint.getKey(), endpoint.getValue()));
            return builder.start();
        } catch (IllegalArgumentException e) {
            throw CommandFailedException.usageError(String.valueOf(e.getMessage()));
        } catch (HttpServerStartException e) {
            throw CommandFailedException.failure(e.getMessage() + ". For example: --http 127.0.0.1:0");
        }
    }
}
