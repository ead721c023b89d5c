package dev.tenon.bench;

import dev.tenon.bench.load.BenchmarkCall;
import dev.tenon.bench.load.RequestShape;
import dev.tenon.bench.peer.BareProxyServer;
import dev.tenon.bench.peer.GuardPeer;
import dev.tenon.bench.report.BenchmarkReport;
import dev.tenon.bench.report.Goal;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * The cost of a guard for an HTTP server, compared with a plain reverse proxy on the same HTTP library.
 * Processor time is that of the guard or proxy alone.
 */
final class HttpGuardScenario {
    private static final String DIRECT = "the server itself";
    private static final String PROXY = "floor: a bare proxy before it";
    private static final String GUARD = "the guard before it";
    private static final List<Integer> LOADS = List.of(16, 1);
    private static final BenchmarkCall CALL = BenchmarkCall.echo(RequestShape.MODERN, "echo", 250);

    private HttpGuardScenario() {}

    static void run(BenchmarkProfile profile, BenchmarkReport report) throws IOException {
        try (HttpServerProcess server = HttpContender.MODERN.start();
                HttpServerProcess proxy =
                        HttpServerProcess.start(JavaCommands.commandFor(BareProxyServer.class, portArgument(server)));
                HttpServerProcess guard =
                        HttpServerProcess.start(JavaCommands.commandFor(GuardPeer.class, portArgument(server)))) {
            for (int load : LOADS) {
                RoundRobin<String> loads = new RoundRobin<>();
                loads.add(PROXY, ContenderServers.createLoad(proxy, CALL, load));
                loads.add(GUARD, ContenderServers.createLoad(guard, CALL, load));
                loads.add(DIRECT, ContenderServers.createLoad(server, CALL, load));
                loads.warmUp(profile.guard());
                Map<String, RoundSeries> results = loads.measure(profile.guard());
                report.add(ComparisonTable.create(
                        "Guard over HTTP, tools/call of 250 bytes, connections: " + load, results));
                addGoals(results, load, report);
            }
        }
    }

    private static String portArgument(HttpServerProcess server) {
        return String.valueOf(server.port());
    }

    private static void addGoals(Map<String, RoundSeries> results, int load, BenchmarkReport report) {
        RoundSeries guard = RoundSeries.requireEntry(GUARD, results);
        String prefix = "guard over HTTP, connections " + load + ": ";
        if (load == 1) {
            double added = guard.median(RoundMeasurement::p50)
                    - RoundSeries.requireEntry(DIRECT, results).median(RoundMeasurement::p50);
            report.add(Goal.atMost(150, prefix + "microseconds added at the median", added));
        }
        report.add(Goal.atMost(
                1.5,
                prefix + "processor time, times the bare proxy's",
                guard.ratioTo(RoundSeries.requireEntry(PROXY, results), RoundMeasurement::processor)));
    }
}
