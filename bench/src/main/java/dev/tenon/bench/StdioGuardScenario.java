package dev.tenon.bench;

import dev.tenon.bench.load.BenchmarkCall;
import dev.tenon.bench.peer.TenonStdioPeer;
import dev.tenon.bench.report.BenchmarkReport;
import dev.tenon.bench.report.Goal;
import dev.tenon.cli.Main;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What the guard costs between a client and a server on standard input and output. Processor time is the guard's alone.
 */
final class StdioGuardScenario {
    private static final String DIRECT = "the server itself";
    private static final String GUARDED = "the guard before it";

    private StdioGuardScenario() {}

    static void run(BenchmarkProfile effort, BenchmarkReport report) throws IOException {
        List<String> server = JavaCommands.commandFor(TenonStdioPeer.class);
        List<String> guard = new ArrayList<>(JavaCommands.commandFor(Main.class, "guard", "--yes", "--"));
        guard.addAll(server);
        BenchmarkCall question = StdioContender.MODERN.call();
        Map<String, RoundSeries> seen;
        try (StdioServerProcess direct = StdioServerProcess.start(server, question);
                StdioServerProcess guarded = StdioServerProcess.start(guard, question)) {
            RoundRobin<String> turns = new RoundRobin<>();
            turns.add(DIRECT, direct.createLoad(1));
            turns.add(GUARDED, guarded.createLoad(1));
            turns.warmUp(effort.guard());
            seen = turns.measure(effort.guard());
        }
        report.add(ComparisonTable.create("Guard on stdio, tools/call of 250 bytes, one after the other", seen));
        double added = RoundSeries.requireEntry(GUARDED, seen).median(RoundMeasurement::p50)
                - RoundSeries.requireEntry(DIRECT, seen).median(RoundMeasurement::p50);
        report.add(Goal.atMost(100, "guard on stdio: microseconds added at the median", added));
    }
}
