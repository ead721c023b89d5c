package dev.tenon.bench;

import dev.tenon.bench.load.BenchmarkCall;
import dev.tenon.bench.report.BenchmarkReport;
import dev.tenon.bench.report.Goal;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Calls over HTTP with a streaming response of three events: two progress notifications and the result. */
final class SseResponseScenario {
    private static final int CONNECTIONS = 16;

    private SseResponseScenario() {}

    static void run(BenchmarkProfile profile, BenchmarkReport report) throws IOException {
        List<HttpContender> streaming =
                profile.contenders().stream().filter(HttpContender::hasProgress).toList();
        Map<HttpContender, RoundSeries> results;
        try (ContenderServers servers = new ContenderServers(streaming, report)) {
            RoundRobin<HttpContender> loads = servers.createLoads(CONNECTIONS, SseResponseScenario::callFor);
            loads.warmUp(profile.sse());
            results = loads.measure(profile.sse());
        }
        report.add(ComparisonTable.create("SSE answers of three events, connections: " + CONNECTIONS, results));
        RoundSeries floor = RoundSeries.requireEntry(HttpContender.FLOOR, results);
        results.forEach((contender, series) -> {
            if (contender.isOurs()) {
                report.add(Goal.atMost(
                        1.5,
                        "SSE, " + contender + ": processor time, times the floor's",
                        series.ratioTo(floor, RoundMeasurement::processor)));
            }
        });
    }

    private static BenchmarkCall callFor(HttpContender contender) {
        return BenchmarkCall.count(contender.shape(), contender.tool("count"));
    }
}
