package dev.tenon.bench;

import dev.tenon.bench.load.BenchmarkCall;
import dev.tenon.bench.report.BenchmarkReport;
import dev.tenon.bench.report.SvgPlot;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tool calls over HTTP: 250 bytes, one text that is validated against its schema and returned. */
final class HttpCallScenario {
    private static final int BYTES = 250;
    private static final int GOAL_LOAD = 64;

    private HttpCallScenario() {}

    static void run(BenchmarkProfile profile, BenchmarkReport report) throws IOException {
        Map<Integer, Map<HttpContender, RoundSeries>> results = new LinkedHashMap<>();
        List<Integer> loads = profile.connections();
        try (ContenderServers servers = new ContenderServers(profile.contenders(), report)) {
            servers.createLoads(loads.get(loads.size() / 2), HttpCallScenario::callFor)
                    .warmUp(profile.http());
            for (int load : loads) {
                MeasurementPlan plan =
                        load == GOAL_LOAD ? profile.http() : profile.http().withRounds(profile.roundsAtOtherLoads());
                results.put(
                        load,
                        servers.createLoads(load, HttpCallScenario::callFor).measure(plan));
            }
        }
        results.forEach((load, series) -> report.add(
                ComparisonTable.create("HTTP tools/call, " + BYTES + " bytes, connections: " + load, series)));
        if (loads.size() > 1) {
            addPlot(results, report);
        }
        HttpGoals.evaluate(results.getOrDefault(GOAL_LOAD, Map.of())).forEach(report::add);
    }

    private static BenchmarkCall callFor(HttpContender contender) {
        return BenchmarkCall.echo(contender.shape(), contender.tool("echo"), BYTES);
    }

    private static void addPlot(Map<Integer, Map<HttpContender, RoundSeries>> results, BenchmarkReport report) {
        Map<String, List<Double>> lines = new LinkedHashMap<>();
        for (HttpContender contender : results.values().iterator().next().keySet()) {
            // Their values are so much higher that the others could not be distinguished.
            if (!contender.isTypeScript()) {
                lines.put(
                        contender.toString(),
                        results.values().stream()
                                .map(series -> RoundSeries.requireEntry(contender, series)
                                        .median(RoundMeasurement::processor))
                                .toList());
            }
        }
        List<String> loads = results.keySet().stream().map(String::valueOf).toList();
        report.plot(SvgPlot.render("Processor seconds per 100,000 calls, by connections", loads, lines));
    }
}
