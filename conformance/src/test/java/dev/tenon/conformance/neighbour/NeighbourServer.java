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
 * The server that is attacked: all transports at once, and a page that tells its counters and its memory. It prints the
 * ports of both, and ends when its input ends. Its bounds are the default ones, but smaller where an attack would need
 * minutes to meet them.
 */
final class NeighbourServer {
    static final String PATH = "/mcp";
    static final String SSE_PATH = "/sse";
    static final String WEB_SOCKET_PATH = "/ws";
    /** What the tool {@code large} returns. */
    static final int LARGE_BYTES = 900_000;

    private static final int SUBSCRIPTIONS = 400;
    private static final Duration BODY_TIME = Duration.ofSeconds(5);
    private static final Duration ANSWER_TIME = Duration.ofSeconds(10);
    private static final Duration IDLE = Duration.ofSeconds(15);
    private static final Duration SLOW = Duration.ofSeconds(2);

    private NeighbourServer() {}

    record Text(String text) {}

    record Nothing() {}

    /** The argument is a folder, where clients of standard input and output find pipes to it. */
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
                        .withBodyTimeout(BODY_TIME)
                        .withIdleTimeout(IDLE)
                        .withResponseTimeout(ANSWER_TIME))
                .start();
        run(http, () -> {
            Map<String, Long> counters = new TreeMap<>(http.status().boundsMet());
            server.status()
                    .limitsReached()
                    .forEach((bound, count) -> counters.put(bound.name().toLowerCase(Locale.ROOT), count));
            return counters;
        });
    }

    /** Prints the ports, and waits until the input ends. */
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
                .input(Text.class)
                .handler((text, call) -> text.text())
                .tool("large")
                .input(Nothing.class)
                .handler((nothing, call) -> large)
                .tool("slow")
                .input(Nothing.class)
                .handler((nothing, call) -> {
                    Thread.sleep(SLOW.toMillis());
                    return "slow";
                })
                .build();
        server.addTool("change").input(Nothing.class).handler((nothing, call) -> {
            change(server);
            return "changed";
        });
        return server;
    }

    /** Changes the list of tools. */
    private static void change(McpServer server) {
        if (!server.removeTool("extra")) {
            server.addTool("extra").input(Nothing.class).handler((nothing, call) -> "extra");
        }
    }
}
