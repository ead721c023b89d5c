package dev.tenon.conformance.neighbour;

import dev.tenon.conformance.StrictGuard;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.server.Limits;
import dev.tenon.server.McpServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A guard that is attacked, with every policy, pins and the audit log enabled. Its upstream servers are one that
 * responds, and one whose calls hang and whose tools have the prefix {@link #HUNG}. The argument is a folder for its
 * files.
 */
final class NeighbourGuard {
    static final String HUNG = "hung_";

    private static final Duration HANG_DURATION = Duration.ofMinutes(5);
    private static final int MAX_REQUESTS = 10_000;

    private NeighbourGuard() {}

    record EmptyArguments() {}

    public static void main(String[] arguments) throws IOException {
        StrictGuard strict = StrictGuard.create(
                "good: {url: \"%s\"}%nhung: {url: \"%s\", prefix: %s}"
                        .formatted(url(NeighbourServer.server()), url(hung()), HUNG),
                Path.of(arguments[0]));
        run(strict);
    }

    /** Serves a guard, prints its ports, and waits until standard input ends. */
    static void run(StrictGuard strict) throws IOException {
        TenonHttpServer http = TenonHttpServer.builder(strict.server())
                .port(0)
                .path(NeighbourServer.PATH)
                .start();
        strict.guard().addLimitCountSource(() -> http.status().limitCounts());
        NeighbourServer.run(http, strict.guard()::limitCounts);
    }

    private static String url(McpServer server) {
        TenonHttpServer http = TenonHttpServer.builder(server)
                .port(0)
                .path(NeighbourServer.PATH)
                .start();
        return "http://127.0.0.1:" + http.port() + NeighbourServer.PATH;
    }

    private static McpServer hung() {
        return McpServer.builder("hung", "1")
                .limits(Limits.DEFAULT.toBuilder()
                        .requestsPerProcess(MAX_REQUESTS)
                        .requestsPerSession(MAX_REQUESTS)
                        .build())
                .tool("slow")
                .timeout(HANG_DURATION)
                .input(EmptyArguments.class)
                .handler((arguments, call) -> {
                    Thread.sleep(HANG_DURATION.toMillis());
                    return "slow";
                })
                .build();
    }
}
