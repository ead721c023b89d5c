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

/** Starts the fixture server, over HTTP or over stdio. */
public final class FixtureLauncher {
    private static final String USAGE =
            "usage: Fixture PORT [--httpsse] [--websocket] [--guarded REVISION] | Fixture --stdio";
    private static final int WRONG_USAGE = 2;
    private static final String STRICT = "strict:";

    private FixtureLauncher() {}

    /**
     * The command line: {@code --stdio}; or a port of this machine, 0 for a free one, with the transports that are
     * wanted beside Streamable HTTP. With {@code --guarded} a guard is served, and behind it the fixture in that
     * revision only. With {@code strict:} before the revision the guard has everything on.
     */
    public static void main(String[] arguments) throws InterruptedException {
        List<String> wanted = List.of(arguments);
        try {
            if (wanted.equals(List.of("--stdio"))) {
                FixtureServer.create(Revision.values()).serveStdio();
            } else {
                serveHttp(wanted);
            }
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage() + "\n" + USAGE);
            System.exit(WRONG_USAGE);
        } catch (HttpServerStartException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    private static void serveHttp(List<String> wanted) throws InterruptedException {
        int port = parsePort(wanted);
        int guarded = wanted.indexOf("--guarded");
        McpServer server = guarded < 0 ? FixtureServer.create(Revision.values()) : createGuarded(wanted, guarded + 1);
        TenonHttpServerBuilder builder =
                TenonHttpServer.builder(server).port(port).closeServersOnShutdown();
        for (String option : wanted.subList(1, guarded < 0 ? wanted.size() : guarded)) {
            switch (option) {
                case "--httpsse" -> builder.httpSse("/sse");
                case "--websocket" -> builder.webSocket("/ws");
                default -> throw new IllegalArgumentException("Unknown option: " + option);
            }
        }
        if (guarded < 0) {
            ServerWarmUp.run(server);
        }
        TenonHttpServer http = builder.start();
        Runtime.getRuntime().addShutdownHook(new Thread(http::close, "fixture-shutdown"));
        System.out.println("listening on " + http.uri());
        http.httpSseUri().ifPresent(uri -> System.out.println("HTTP+SSE on " + uri));
        http.webSocketUri().ifPresent(uri -> System.out.println("WebSocket on " + uri));
        http.awaitClosed();
    }

    private static McpServer createGuarded(List<String> wanted, int at) {
        String named = at < wanted.size() ? wanted.get(at) : "";
        boolean strict = named.startsWith(STRICT);
        Revision revision = Revision.of(strict ? named.substring(STRICT.length()) : named)
                .orElseThrow(() -> new IllegalArgumentException("--guarded needs a revision"));
        McpServer server = FixtureServer.create(revision);
        TenonHttpServer behind = TenonHttpServer.builder(server).port(0).start();
        if (strict) {
            return createStrictGuard(behind);
        }
        Guard guard = Guard.builder(ServerTarget.http(behind.uri())).build();
        Runtime.getRuntime().addShutdownHook(new Thread(guard::close, "guard-shutdown"));
        return guard.server();
    }

    private static McpServer createStrictGuard(TenonHttpServer behind) {
        try {
            StrictGuard guard = StrictGuard.create(behind.uri(), Files.createTempDirectory("strict-guard"));
            Runtime.getRuntime().addShutdownHook(new Thread(guard::close, "guard-shutdown"));
            return guard.server();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int parsePort(List<String> wanted) {
        if (wanted.isEmpty()) {
            throw new IllegalArgumentException("A port is missing");
        }
        try {
            return Integer.parseInt(wanted.get(0));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("Not a port: " + wanted.get(0), e);
        }
    }
}
