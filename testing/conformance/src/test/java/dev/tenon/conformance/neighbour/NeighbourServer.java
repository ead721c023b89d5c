package dev.tenon.conformance.neighbour;

import com.sun.net.httpserver.HttpServer;
import dev.tenon.http.embedded.HttpServerLimits;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.server.Limits;
import dev.tenon.server.McpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The attacked server: all transports, and a page with its counters and its memory. It prints both ports, and ends with
 * standard input. Its limits are the defaults, or smaller where an attack would take minutes to reach them.
 */
final class NeighbourServer {
    static final String PATH = "/mcp";
    static final String SSE_PATH = "/sse";
    static final String WEB_SOCKET_PATH = "/ws";
    /** The size of the result of the tool {@code large}. */
    static final int LARGE_BYTES = 900_000;

    private static final int SUBSCRIPTIONS = 400;
    private static final Duration BODY_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(15);
    private static final Duration SLOW_DURATION = Duration.ofSeconds(2);

    private NeighbourServer() {}

    record EchoArguments(String text) {}

    record NoArguments() {}

    /** Starts the server; the argument is a folder for the pipes of stdio clients. */
    public static void main(String[] arguments) throws IOException {
        McpServer server = server();
        StdioPipes.in(Path.of(arguments[0])).serve(server);
        TenonHttpServer http = TenonHttpServer.builder(server)
                .port(0)
                .path(PATH)
                .httpSse(SSE_PATH)
                .webSocket(WEB_SOCKET_PATH)
                .clearTextHttp2()
                .limits(HttpServerLimits.DEFAULT
                        .withBodyTimeout(BODY_TIMEOUT)
                        .withIdleTimeout(IDLE_TIMEOUT)
                        .withResponseTimeout(RESPONSE_TIMEOUT))
                .start();
        run(http, () -> {
            Map<String, Long> counters = new TreeMap<>(http.status().limitCounts());
            server.status()
                    .limitCounts()
                    .forEach((bound, count) -> counters.put(bound.name().toLowerCase(Locale.ROOT), count));
            return counters;
        });
    }

    /** Prints the ports, and waits until standard input ends. */
    static void run(TenonHttpServer http, Supplier<Map<String, Long>> counters) throws IOException {
        HttpServer page = new StatePage(counters).serve();
        System.out.println("ports " + http.port() + " " + page.getAddress().getPort());
        System.in.transferTo(OutputStream.nullOutputStream());
        System.exit(0);
    }

    static McpServer server() {
        String large = "x".repeat(LARGE_BYTES);
        McpServer server = McpServer.builder("neighbours", "1")
                .limits(Limits.DEFAULT.toBuilder().subscriptions(SUBSCRIPTIONS).build())
                .tool("echo")
                .input(EchoArguments.class)
                .handler((text, call) -> text.text())
                .tool("large")
                .input(NoArguments.class)
                .handler((arguments, call) -> large)
                .tool("slow")
                .input(NoArguments.class)
                .handler((arguments, call) -> {
                    Thread.sleep(SLOW_DURATION.toMillis());
                    return "slow";
                })
                .build();
        server.addTool("change").input(NoArguments.class).handler((arguments, call) -> {
            change(server);
            return "changed";
        });
        return server;
    }

    private static void change(McpServer server) {
        if (!server.removeTool("extra")) {
            server.addTool("extra").input(NoArguments.class).handler((arguments, call) -> "extra");
        }
    }
}
