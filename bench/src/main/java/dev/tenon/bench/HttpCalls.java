package dev.tenon.bench;

import dev.tenon.bench.load.Question;
import dev.tenon.bench.report.Plot;
import dev.tenon.bench.report.Report;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Calls of a tool over HTTP: 250 bytes, one text that is checked against its schema and comes back. */
final class HttpCalls {
    private static final int BYTES = 250;
    private static final int LOAD_OF_THE_GOALS = 64;

    private HttpCalls() {}

    static void run(Effort effort, Report report) throws IOException {
        Map<Integer, Map<Contender, Series>> seen = new LinkedHashMap<>();
        List<Integer> loads = effort.connections();
        try (Race race = new Race(effort.contenders(), report)) {
            race.at(loads.get(loads.size() / 2), HttpCalls::question).warmUp(effort.http());
            for (int load : loads) {
                Pace pace = load == LOAD_OF_THE_GOALS
                        ? effort.http()
                        : effort.http().in(effort.roundsAside());
                seen.put(load, race.at(load, HttpCalls::question).take(pace));
            }
        }
        seen.forEach((load, series) ->
                report.add(RaceTable.of("HTTP tools/call, " + BYTES + " bytes, connections: " + load, series)));
        if (loads.size() > 1) {
            plot(seen, report);
        }
        HttpGoals.of(seen.getOrDefault(LOAD_OF_THE_GOALS, Map.of())).forEach(report::add);
    }

    private static Question question(Contender contender) {
        return Question.echo(contender.form(), contender.tool("echo"), BYTES);
    }

    private static void plot(Map<Integer, Map<Contender, Series>> seen, Report report) {
        Map<String, List<Double>> lines = new LinkedHashMap<>();
        for (Contender contender : seen.values().iterator().next().keySet()) {
            // They need so much more that nothing could be told of the others.
            if (!contender.isTypeScript()) {
                lines.put(
                        contender.toString(),
                        seen.values().stream()
                                .map(series -> Series.of(contender, series).median(Round::processor))
                                .toList());
            }
        }
        List<String> loads = seen.keySet().stream().map(String::valueOf).toList();
        report.plot(Plot.draw("Processor seconds per 100,000 calls, by connections", loads, lines));
    }
}
