package dev.tenon.cli;

import dev.tenon.guard.config.ListenConfig;
import dev.tenon.guard.config.UpstreamConfig;
import dev.tenon.guard.runtime.ConfiguredGuard;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.server.McpServer;
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
        guard.addLimitCountSource(() -> http.status().limitCounts());
        ShutdownHook shutdown = ShutdownHook.register(System.out, grace -> {
            http.close();
            guard.close(grace);
            afterClose.run();
        });
        System.out.println("Tenon " + ProductVersion.current() + ", guard for " + joinUpstreamNames());
        guard.serversByPath()
                .keySet()
                .forEach(path -> System.out.println("  HTTP       " + http.uri().resolve(path)));
        http.httpSseUri().ifPresent(uri -> System.out.println("  HTTP+SSE   " + uri));
        http.webSocketUri().ifPresent(uri -> System.out.println("  WebSocket  " + uri));
        System.out.println("Ctrl-C stops the guard.");
        http.awaitClosed();
        shutdown.disable();
    }

    private String joinUpstreamNames() {
        return guard.initialConfig().upstreams().stream()
                .map(UpstreamConfig::name)
                .collect(Collectors.joining(", "));
    }

    private TenonHttpServer startServer() {
        Iterator<Map.Entry<String, McpServer>> endpoints =
                guard.serversByPath().entrySet().iterator();
        Map.Entry<String, McpServer> first = endpoints.next();
        return HttpServerStarter.start(
                first.getValue(),
                first.getKey(),
                listenConfig,
                builder -> {
                    guard.authenticator().ifPresent(builder::authenticator);
                    endpoints.forEachRemaining(endpoint -> builder.addServer(endpoint.getKey(), endpoint.getValue()));
                },
                "--http 127.0.0.1:0");
    }
}
