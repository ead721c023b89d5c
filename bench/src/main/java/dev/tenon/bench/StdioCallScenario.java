package dev.tenon.bench;

import dev.tenon.bench.report.BenchmarkReport;
import dev.tenon.bench.report.Goal;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;

/**
 * Calls of a tool on standard input and output: 250 bytes, one text that is checked against its schema and comes back.
 */
final class StdioCallScenario {
    private static final int[] IN_FLIGHT = {1, 64};

    private StdioCallScenario() {}

    static void run(BenchmarkProfile effort, BenchmarkReport report) throws IOException {
        Map<StdioContender, StdioServerProcess> servers = new EnumMap<>(StdioContender.class);
        try {
            for (StdioContender contender : effort.stdioContenders()) {
                servers.put(
                        contender,
                        StdioServerProcess.start(JavaCommands.commandFor(contender.main()), contender.call()));
            }
            createLoads(servers, IN_FLIGHT[1]).warmUp(effort.stdio());
            for (int inFlight : IN_FLIGHT) {
                Map<StdioContender, RoundSeries> seen =
                        createLoads(servers, inFlight).measure(effort.stdio());
                report.add(ComparisonTable.create("stdio tools/call, 250 bytes, in flight: " + inFlight, seen));
                addGoals(seen, inFlight, report);
            }
        } finally {
            for (StdioServerProcess server : servers.values()) {
                server.close();
            }
        }
    }

    private static RoundRobin<StdioContender> createLoads(
            Map<StdioContender, StdioServerProcess> servers, int inFlight) {
        RoundRobin<StdioContender> turns = new RoundRobin<>();
        servers.forEach((contender, server) -> turns.add(contender, server.createLoad(inFlight)));
        return turns;
    }

    private static void addGoals(Map<StdioContender, RoundSeries> seen, int inFlight, BenchmarkReport report) {
        seen.forEach((contender, series) -> {
            if (contender.isOurs()) {
                String which = "stdio, " + contender + ", in flight " + inFlight + ": calls a second, times ";
                double toFloor = series.ratioTo(
                        RoundSeries.requireEntry(StdioContender.FLOOR, seen), RoundMeasurement::perSecond);
                double toSdk =
                        series.ratioTo(RoundSeries.requireEntry(StdioContender.SDK, seen), RoundMeasurement::perSecond);
                report.add(Goal.atLeast(0.6, which + "the floor's", toFloor));
                report.add(Goal.atLeast(2.5, which + "the SDK's", toSdk));
            }
        });
    }
}
