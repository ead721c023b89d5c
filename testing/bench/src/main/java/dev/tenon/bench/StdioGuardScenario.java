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
 * The cost of a guard between a client and a server on standard input and output. Processor time is that of the guard
 * alone.
 */
final class StdioGuardScenario {
    private static final String DIRECT = "the server itself";
    private static final String GUARDED = "the guard before it";

    private StdioGuardScenario() {}

    static void run(BenchmarkProfile profile, BenchmarkReport report) throws IOException {
        List<String> server = JavaCommands.commandFor(TenonStdioPeer.class);
        List<String> guard = new ArrayList<>(JavaCommands.commandFor(Main.class, "guard", "--yes", "--"));
        guard.addAll(server);
        BenchmarkCall call = StdioContender.MODERN.call();
        Map<String, RoundSeries> results;
        try (StdioServerProcess direct = StdioServerProcess.start(server, call);
                StdioServerProcess guarded = StdioServerProcess.start(guard, call)) {
            RoundRobin<String> loads = new RoundRobin<>();
            loads.add(DIRECT, direct.createLoad(1));
            loads.add(GUARDED, guarded.createLoad(1));
            loads.warmUp(profile.guard());
            results = loads.measure(profile.guard());
        }
        report.add(ComparisonTable.create("Guard on stdio, tools/call of 250 bytes, one after the other", results));
        double added = RoundSeries.requireEntry(GUARDED, results).median(RoundMeasurement::p50)
                - RoundSeries.requireEntry(DIRECT, results).median(RoundMeasurement::p50);
        report.add(Goal.atMost(100, "guard on stdio: microseconds added at the median", added));
    }
}
