package dev.tenon.bench;

import dev.tenon.bench.report.BenchmarkReport;
import dev.tenon.bench.report.Goal;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;

/** Tool calls over standard input and output: 250 bytes, one text that is validated against its schema and returned. */
final class StdioCallScenario {
    private static final int[] IN_FLIGHT = {1, 64};

    private StdioCallScenario() {}

    static void run(BenchmarkProfile profile, BenchmarkReport report) throws IOException {
        Map<StdioContender, StdioServerProcess> servers = new EnumMap<>(StdioContender.class);
        try {
            for (StdioContender contender : profile.stdioContenders()) {
                servers.put(
                        contender,
                        StdioServerProcess.start(JavaCommands.commandFor(contender.main()), contender.call()));
            }
            createLoads(servers, IN_FLIGHT[1]).warmUp(profile.stdio());
            for (int inFlight : IN_FLIGHT) {
                Map<StdioContender, RoundSeries> results =
                        createLoads(servers, inFlight).measure(profile.stdio());
                report.add(ComparisonTable.create("stdio tools/call, 250 bytes, in flight: " + inFlight, results));
                addGoals(results, inFlight, report);
            }
        } finally {
            for (StdioServerProcess server : servers.values()) {
                server.close();
            }
        }
    }

    private static RoundRobin<StdioContender> createLoads(
            Map<StdioContender, StdioServerProcess> servers, int inFlight) {
        RoundRobin<StdioContender> loads = new RoundRobin<>();
        servers.forEach((contender, server) -> loads.add(contender, server.createLoad(inFlight)));
        return loads;
    }

    private static void addGoals(Map<StdioContender, RoundSeries> results, int inFlight, BenchmarkReport report) {
        results.forEach((contender, series) -> {
            if (contender.isOurs()) {
                String prefix = "stdio, " + contender + ", in flight " + inFlight + ": calls a second, times ";
                double toFloor = series.ratioTo(
                        RoundSeries.requireEntry(StdioContender.FLOOR, results), RoundMeasurement::perSecond);
                double toSdk = series.ratioTo(
                        RoundSeries.requireEntry(StdioContender.SDK, results), RoundMeasurement::perSecond);
                report.add(Goal.atLeast(0.6, prefix + "the floor's", toFloor));
                report.add(Goal.atLeast(2.5, prefix + "the SDK's", toSdk));
            }
        });
    }
}
