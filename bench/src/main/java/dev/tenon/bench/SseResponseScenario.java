package dev.tenon.bench;

import dev.tenon.bench.load.BenchmarkCall;
import dev.tenon.bench.report.BenchmarkReport;
import dev.tenon.bench.report.Goal;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Calls over HTTP whose answer is a stream of three events: progress twice, and the result. */
final class SseResponseScenario {
    private static final int CONNECTIONS = 16;

    private SseResponseScenario() {}

    static void run(BenchmarkProfile effort, BenchmarkReport report) throws IOException {
        List<HttpContender> streaming =
                effort.contenders().stream().filter(HttpContender::hasProgress).toList();
        Map<HttpContender, RoundSeries> seen;
        try (ContenderServers race = new ContenderServers(streaming, report)) {
            RoundRobin<HttpContender> turns = race.createLoads(CONNECTIONS, SseResponseScenario::callFor);
            turns.warmUp(effort.sse());
            seen = turns.measure(effort.sse());
        }
        report.add(ComparisonTable.create("SSE answers of three events, connections: " + CONNECTIONS, seen));
        RoundSeries floor = RoundSeries.requireEntry(HttpContender.FLOOR, seen);
        seen.forEach((contender, series) -> {
            if (contender.isOurs()) {
                report.add(Goal.atMost(
                        1.5,
                        "SSE, " + contender + ": processor time, times the floor's",
                        series.ratioTo(floor, RoundMeasurement::processor)));
            }
        });
    }

    private static BenchmarkCall callFor(HttpContender contender) {
        return BenchmarkCall.count(contender.form(), contender.tool("count"));
    }
}
