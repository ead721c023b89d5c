package dev.tenon.cli;

import dev.tenon.cli.exit.FailureException;
import dev.tenon.guard.config.Front;
import dev.tenon.guard.config.Upstream;
import dev.tenon.guard.running.RunningGuard;
import dev.tenon.http.embedded.HttpStartException;
import dev.tenon.http.embedded.TenonHttp;
import dev.tenon.http.embedded.TenonHttpBuilder;
import dev.tenon.server.HttpOptions;
import dev.tenon.server.McpServer;
import java.util.Iterator;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Guards servers for clients over HTTP.
 *
 * @param last run when the process is told to end, after everything else
 */
record HttpGuard(RunningGuard guard, Front.Http front, Runnable last) {
    /** Serves until the process is told to end. */
    void serve() throws InterruptedException {
        TenonHttp http = start();
        guard.countBounds(() -> http.status().boundsMet());
        Shutdown shutdown = Shutdown.by(System.out, grace -> {
            http.close();
            guard.close(grace);
            last.run();
        });
        System.out.println("Tenon " + Version.get() + ", a guard in front of " + names());
        guard.endpoints()
                .keySet()
                .forEach(path -> System.out.println("  HTTP       " + http.uri().resolve(path)));
        http.httpSseUri().ifPresent(uri -> System.out.println("  HTTP+SSE   " + uri));
        http.webSocketUri().ifPresent(uri -> System.out.println("  WebSocket  " + uri));
        System.out.println("Ctrl-C stops it.");
        http.awaitClosed();
        shutdown.isOver();
    }

    private String names() {
        return guard.config().upstreams().stream().map(Upstream::name).collect(Collectors.joining(", "));
    }

    private TenonHttp start() {
        try {
            Iterator<Map.Entry<String, McpServer>> endpoints =
                    guard.endpoints().entrySet().iterator();
            Map.Entry<String, McpServer> first = endpoints.next();
            HttpOptions options = HttpOptions.DEFAULT
                    .withPath(first.getKey())
                    .withOrigins(Interfaces.origins(new HostPort(front.host(), front.port()), front.origins()))
                    .withTrustedProxies(front.trustedProxies());
            TenonHttpBuilder builder = TenonHttp.serving(first.getValue())
                    .host(front.host())
                    .port(front.port())
                    .options(front.sse().map(options::withHttpSse).orElse(options));
            guard.authenticator().ifPresent(builder::authenticator);
            front.webSocket().ifPresent(builder::webSocket);
            endpoints.forEachRemaining(endpoint -> builder.also(endpoint.getKey(), endpoint.getValue()));
            return builder.start();
        } catch (IllegalArgumentException e) {
            throw FailureException.misused(String.valueOf(e.getMessage()));
        } catch (HttpStartException e) {
            throw FailureException.failed(e.getMessage() + ". For example: --http 127.0.0.1:0");
        }
    }
}
