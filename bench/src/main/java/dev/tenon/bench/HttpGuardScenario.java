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
 * What the guard costs in front of a server over HTTP, beside a reverse proxy on the same HTTP library that looks at
 * nothing. Processor time is that of the one in front alone.
 */
final class HttpGuardScenario {
    private static final String DIRECT = "the server itself";
    private static final String PROXY = "floor: a bare proxy before it";
    private static final String GUARD = "the guard before it";
    private static final List<Integer> LOADS = List.of(16, 1);
    private static final BenchmarkCall QUESTION = BenchmarkCall.echo(RequestShape.MODERN, "echo", 250);

    private HttpGuardScenario() {}

    static void run(BenchmarkProfile effort, BenchmarkReport report) throws IOException {
        try (HttpServerProcess server = HttpContender.MODERN.start();
                HttpServerProcess proxy =
                        HttpServerProcess.start(JavaCommands.commandFor(BareProxyServer.class, portArgument(server)));
                HttpServerProcess guard =
                        HttpServerProcess.start(JavaCommands.commandFor(GuardPeer.class, portArgument(server)))) {
            for (int load : LOADS) {
                RoundRobin<String> turns = new RoundRobin<>();
                turns.add(PROXY, ContenderServers.createLoad(proxy, QUESTION, load));
                turns.add(GUARD, ContenderServers.createLoad(guard, QUESTION, load));
                turns.add(DIRECT, ContenderServers.createLoad(server, QUESTION, load));
                turns.warmUp(effort.guard());
                Map<String, RoundSeries> seen = turns.measure(effort.guard());
                report.add(
                        ComparisonTable.create("Guard over HTTP, tools/call of 250 bytes, connections: " + load, seen));
                addGoals(seen, load, report);
            }
        }
    }

    private static String portArgument(HttpServerProcess server) {
        return String.valueOf(server.port());
    }

    private static void addGoals(Map<String, RoundSeries> seen, int load, BenchmarkReport report) {
        RoundSeries guard = RoundSeries.requireEntry(GUARD, seen);
        String which = "guard over HTTP, connections " + load + ": ";
        if (load == 1) {
            double added = guard.median(RoundMeasurement::p50)
                    - RoundSeries.requireEntry(DIRECT, seen).median(RoundMeasurement::p50);
            report.add(Goal.atMost(150, which + "microseconds added at the median", added));
        }
        report.add(Goal.atMost(
                1.5,
                which + "processor time, times the bare proxy's",
                guard.ratioTo(RoundSeries.requireEntry(PROXY, seen), RoundMeasurement::processor)));
    }
}
