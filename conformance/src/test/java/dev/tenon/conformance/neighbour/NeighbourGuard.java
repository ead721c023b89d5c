package dev.tenon.conformance.neighbour;

import dev.tenon.guard.command.CommandApprovals;
import dev.tenon.guard.command.Consent;
import dev.tenon.guard.command.Launch;
import dev.tenon.guard.config.GuardConfig;
import dev.tenon.guard.running.RunningGuard;
import dev.tenon.guard.running.Surroundings;
import dev.tenon.http.embedded.TenonHttp;
import dev.tenon.model.Implementation;
import dev.tenon.server.Limits;
import dev.tenon.server.McpServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A guard that is attacked, with every policy, pins and the audit on. Behind it are a server that answers, and one whose calls hang and
 * whose tools begin with {@link #HUNG}. Its argument is a folder for its files.
 */
final class NeighbourGuard {
    static final String HUNG = "hung_";

    private static final Duration HANGS = Duration.ofMinutes(5);
    private static final int PLENTY = 10_000;
    private static final String CONFIG = """
            version: 1
            front: {http: "127.0.0.1:0"}
            lock: tenon.lock
            upstreams:
              good: {url: "GOOD_URL"}
              hung: {url: "HUNG_URL", prefix: hung_}
            policies:
              gate: {mode: enforce}
              ids: {mode: enforce}
              headers: {mode: enforce}
              methods: {mode: enforce}
              tools: {deny: [forbidden]}
              pins: {new: trust-first}
              rates: {rules: [{rate: 999999/second}]}
              sizes: {rules: [{arguments: 3MB, result: 4MB}]}
              schemas: {mode: enforce}
              hidden: {mode: enforce}
              instructions: {mode: enforce}
              secrets: {mode: enforce, bothWays: true}
            audit: {file: audit.jsonl, parameters: redacted, results: redacted}
            """;

    private NeighbourGuard() {}

    record Nothing() {}

    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        Path file = folder.resolve("guard.yaml");
        Files.writeString(
                file, CONFIG.replace("GOOD_URL", url(NeighbourServer.server())).replace("HUNG_URL", url(hung())));
        Launch launch = new Launch(new CommandApprovals(folder.resolve("approved.json")), Consent.NOBODY, Map.of());
        RunningGuard guard = RunningGuard.of(
                GuardConfig.read(file),
                new Surroundings(
                        Implementation.of("neighbour-guard", "1"), Map.of(), launch, System.err::println, List.of()));
        TenonHttp http = TenonHttp.serving(guard.endpoints().values().iterator().next())
                .port(0)
                .path(NeighbourServer.PATH)
                .start();
        guard.countBounds(() -> http.status().boundsMet());
        NeighbourServer.run(http, guard::boundsMet);
    }

    private static String url(McpServer server) {
        TenonHttp http =
                TenonHttp.serving(server).port(0).path(NeighbourServer.PATH).start();
        return "http://127.0.0.1:" + http.port() + NeighbourServer.PATH;
    }

    private static McpServer hung() {
        return McpServer.named("hung", "1")
                .limits(Limits.DEFAULT
                        .change()
                        .requestsPerProcess(PLENTY)
                        .requestsPerSession(PLENTY)
                        .build())
                .tool("slow")
                .time(HANGS)
                .input(Nothing.class)
                .handler((nothing, call) -> {
                    Thread.sleep(HANGS.toMillis());
                    return "slow";
                })
                .build();
    }
}
