package dev.tenon.bench;

import dev.tenon.bench.report.Goal;
import dev.tenon.bench.report.Report;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;

/** Calls of a tool on standard input and output: 250 bytes, one text that is checked against its schema and comes back. */
final class StdioCalls {
    private static final int[] IN_FLIGHT = {1, 64};

    private StdioCalls() {}

    static void run(Effort effort, Report report) throws IOException {
        Map<StdioContender, Called> servers = new EnumMap<>(StdioContender.class);
        try {
            for (StdioContender contender : StdioContender.values()) {
                Called called = Called.start(JavaCommand.of(contender.main()), contender.question());
                servers.put(contender, called);
                called.round(effort.warmUpCalls(), IN_FLIGHT[1]);
            }
            for (int inFlight : IN_FLIGHT) {
                Map<StdioContender, Series> seen = seen(effort, servers, inFlight);
                report.add(RaceTable.of("stdio tools/call, 250 bytes, in flight: " + inFlight, seen));
                goals(seen, inFlight, report);
            }
        } finally {
            servers.values().forEach(Called::close);
        }
    }

    private static Map<StdioContender, Series> seen(Effort effort, Map<StdioContender, Called> servers, int inFlight)
            throws IOException {
        Map<StdioContender, Series> seen = new EnumMap<>(StdioContender.class);
        for (int i = 0; i < effort.rounds(); i++) {
            for (Map.Entry<StdioContender, Called> server : servers.entrySet()) {
                seen.computeIfAbsent(server.getKey(), any -> new Series())
                        .add(server.getValue().round(effort.stdioCalls(), inFlight));
            }
        }
        return seen;
    }

    private static void goals(Map<StdioContender, Series> seen, int inFlight, Report report) {
        seen.forEach((contender, series) -> {
            if (contender.isOurs()) {
                String which = "stdio, " + contender + ", in flight " + inFlight + ": calls a second, times ";
                double toFloor = series.ratioTo(Series.of(StdioContender.FLOOR, seen), Round::perSecond);
                double toSdk = series.ratioTo(Series.of(StdioContender.SDK, seen), Round::perSecond);
                report.add(Goal.atLeast(0.6, which + "the floor's", toFloor));
                report.add(Goal.atLeast(2.5, which + "the SDK's", toSdk));
            }
        });
    }
}
