package dev.tenon.bench;

import dev.tenon.bench.load.BenchmarkCall;
import dev.tenon.bench.report.BenchmarkReport;
import dev.tenon.bench.report.SvgPlot;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Calls of a tool over HTTP: 250 bytes, one text that is checked against its schema and comes back. */
final class HttpCallScenario {
    private static final int BYTES = 250;
    private static final int LOAD_OF_THE_GOALS = 64;

    private HttpCallScenario() {}

    static void run(BenchmarkProfile effort, BenchmarkReport report) throws IOException {
        Map<Integer, Map<HttpContender, RoundSeries>> seen = new LinkedHashMap<>();
        List<Integer> loads = effort.connections();
        try (ContenderServers race = new ContenderServers(effort.contenders(), report)) {
            race.createLoads(loads.get(loads.size() / 2), HttpCallScenario::callFor)
                    .warmUp(effort.http());
            for (int load : loads) {
                MeasurementPlan pace = load == LOAD_OF_THE_GOALS
                        ? effort.http()
                        : effort.http().withRounds(effort.roundsAtOtherLoads());
                seen.put(load, race.createLoads(load, HttpCallScenario::callFor).measure(pace));
            }
        }
        seen.forEach((load, series) -> report.add(
                ComparisonTable.create("HTTP tools/call, " + BYTES + " bytes, connections: " + load, series)));
        if (loads.size() > 1) {
            addPlot(seen, report);
        }
        HttpGoals.evaluate(seen.getOrDefault(LOAD_OF_THE_GOALS, Map.of())).forEach(report::add);
    }

    private static BenchmarkCall callFor(HttpContender contender) {
        return BenchmarkCall.echo(contender.form(), contender.tool("echo"), BYTES);
    }

    private static void addPlot(Map<Integer, Map<HttpContender, RoundSeries>> seen, BenchmarkReport report) {
        Map<String, List<Double>> lines = new LinkedHashMap<>();
        for (HttpContender contender : seen.values().iterator().next().keySet()) {
            // They need so much more that nothing could be told of the others.
            if (!contender.isTypeScript()) {
                lines.put(
                        contender.toString(),
                        seen.values().stream()
                                .map(series -> RoundSeries.requireEntry(contender, series)
                                        .median(RoundMeasurement::processor))
                                .toList());
            }
        }
        List<String> loads = seen.keySet().stream().map(String::valueOf).toList();
        report.plot(SvgPlot.render("Processor seconds per 100,000 calls, by connections", loads, lines));
    }
}
