package dev.tenon.bench;

import dev.tenon.bench.load.Question;
import dev.tenon.bench.report.Goal;
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
        Map<Integer, Map<Contender, Series>> seen;
        try (Race race = new Race(effort, effort.contenders())) {
            seen = race.run(effort.connections(), HttpCalls::question);
        }
        seen.forEach((load, series) ->
                report.add(RaceTable.of("HTTP tools/call, " + BYTES + " bytes, connections: " + load, series)));
        plot(seen, report);
        Map<Contender, Series> loaded = seen.get(LOAD_OF_THE_GOALS);
        if (loaded != null && loaded.containsKey(Contender.SDK_STATELESS)) {
            goals(loaded, report);
        }
    }

    private static Question question(Contender contender) {
        return Question.echo(contender.form(), contender.tool("echo"), BYTES);
    }

    private static void goals(Map<Contender, Series> seen, Report report) {
        toFloor(1.35, Contender.SESSION_NONBLOCKING, seen, report);
        toFloor(1.35, Contender.MODERN_NONBLOCKING, seen, report);
        toFloor(1.9, Contender.SESSION, seen, report);
        toFloor(1.9, Contender.MODERN, seen, report);
        toSdk(3, Contender.SESSION, Contender.SDK_STREAMABLE, seen, report);
        toSdk(2.2, Contender.MODERN, Contender.SDK_STATELESS, seen, report);
    }

    private static void toFloor(double limit, Contender ours, Map<Contender, Series> seen, Report report) {
        double ratio = Series.of(ours, seen).ratioTo(Series.of(Contender.FLOOR, seen), Round::processor);
        report.add(Goal.atMost(limit, ours + ": processor time, times the floor's", ratio));
    }

    private static void toSdk(
            double limit, Contender ours, Contender theirs, Map<Contender, Series> seen, Report report) {
        Series mine = Series.of(ours, seen);
        Series other = Series.of(theirs, seen);
        String against = " (" + ours + ")";
        report.add(Goal.atLeast(
                limit, theirs + ": processor time, times ours" + against, other.ratioTo(mine, Round::processor)));
        report.add(Goal.atLeast(2, ours + ": calls a second, times " + theirs, mine.ratioTo(other, Round::perSecond)));
        report.add(Goal.atMost(0.5, ours + ": 99th percentile, times " + theirs, mine.ratioTo(other, Round::p99)));
    }

    private static void plot(Map<Integer, Map<Contender, Series>> seen, Report report) {
        Map<String, List<Double>> lines = new LinkedHashMap<>();
        for (Contender contender : seen.values().iterator().next().keySet()) {
            lines.put(
                    contender.toString(),
                    seen.values().stream()
                            .map(series -> Series.of(contender, series).median(Round::processor))
                            .toList());
        }
        List<String> loads = seen.keySet().stream().map(String::valueOf).toList();
        report.plot(Plot.draw("Processor seconds per 100,000 calls, by connections", loads, lines));
    }
}
