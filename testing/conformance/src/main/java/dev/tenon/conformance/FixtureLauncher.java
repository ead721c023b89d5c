package dev.tenon.conformance;

import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.guard.Guard;
import dev.tenon.http.embedded.HttpServerStartException;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.http.embedded.TenonHttpServerBuilder;
import dev.tenon.model.Revision;
import dev.tenon.server.McpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;

/** Starts the fixture server over HTTP or stdio. */
public final class FixtureLauncher {
    private static final String USAGE =
            "usage: Fixture PORT [--httpsse] [--websocket] [--guarded REVISION] | Fixture --stdio";
    private static final int USAGE_ERROR = 2;
    private static final String STRICT = "strict:";

    private FixtureLauncher() {}

    /**
     * Starts the server. Arguments: {@code --stdio}; or a port of this machine, 0 for any free port, with the
     * transports to serve in addition to Streamable HTTP. {@code --guarded} serves a guard, with the fixture in only
     * this revision as its upstream server. {@code strict:} before the revision enables all policies of the guard.
     */
    public static void main(String[] arguments) throws InterruptedException {
        List<String> options = List.of(arguments);
        try {
            if (options.equals(List.of("--stdio"))) {
                FixtureServer.create(Revision.values()).serveStdio();
            } else {
                serveHttp(options);
            }
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage() + "\n" + USAGE);
            System.exit(USAGE_ERROR);
        } catch (HttpServerStartException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    private static void serveHttp(List<String> options) throws InterruptedException {
        int port = parsePort(options);
        int guarded = options.indexOf("--guarded");
        McpServer server = guarded < 0 ? FixtureServer.create(Revision.values()) : createGuarded(options, guarded + 1);
        TenonHttpServerBuilder builder =
                TenonHttpServer.builder(server).port(port).closeServersOnShutdown();
        for (String option : options.subList(1, guarded < 0 ? options.size() : guarded)) {
            switch (option) {
                case "--httpsse" -> builder.httpSse("/sse");
                case "--websocket" -> builder.webSocket("/ws");
                default -> throw new IllegalArgumentException("Unknown option: " + option);
            }
        }
        if (guarded < 0) {
            ServerPreloader.run(server);
        }
        TenonHttpServer http = builder.start();
        Runtime.getRuntime().addShutdownHook(new Thread(http::close, "fixture-shutdown"));
        System.out.println("listening on " + http.uri());
        http.httpSseUri().ifPresent(uri -> System.out.println("HTTP+SSE on " + uri));
        http.webSocketUri().ifPresent(uri -> System.out.println("WebSocket on " + uri));
        http.awaitClosed();
    }

    private static McpServer createGuarded(List<String> options, int at) {
        String argument = at < options.size() ? options.get(at) : "";
        boolean strict = argument.startsWith(STRICT);
        Revision revision = Revision.of(strict ? argument.substring(STRICT.length()) : argument)
                .orElseThrow(() -> new IllegalArgumentException("--guarded needs a revision"));
        McpServer server = FixtureServer.create(revision);
        TenonHttpServer upstream = TenonHttpServer.builder(server).port(0).start();
        if (strict) {
            return createStrictGuard(upstream);
        }
        Guard guard = Guard.builder(ServerTarget.http(upstream.uri())).build();
        Runtime.getRuntime().addShutdownHook(new Thread(guard::close, "guard-shutdown"));
        return guard.server();
    }

    private static McpServer createStrictGuard(TenonHttpServer upstream) {
        try {
            StrictGuard guard = StrictGuard.create(upstream.uri(), Files.createTempDirectory("strict-guard"));
            Runtime.getRuntime().addShutdownHook(new Thread(guard::close, "guard-shutdown"));
            return guard.server();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int parsePort(List<String> options) {
        if (options.isEmpty()) {
            throw new IllegalArgumentException("A port is missing");
        }
        try {
            return Integer.parseInt(options.get(0));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("Not a port: " + options.get(0), e);
        }
    }
}
