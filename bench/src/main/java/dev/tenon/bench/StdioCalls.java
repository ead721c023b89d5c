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
            for (StdioContender contender : effort.stdioContenders()) {
                servers.put(contender, Called.start(JavaCommand.of(contender.main()), contender.question()));
            }
            turns(servers, IN_FLIGHT[1]).warmUp(effort.stdio());
            for (int inFlight : IN_FLIGHT) {
                Map<StdioContender, Series> seen = turns(servers, inFlight).take(effort.stdio());
                report.add(RaceTable.of("stdio tools/call, 250 bytes, in flight: " + inFlight, seen));
                goals(seen, inFlight, report);
            }
        } finally {
            for (Called server : servers.values()) {
                server.close();
            }
        }
    }

    private static Turns<StdioContender> turns(Map<StdioContender, Called> servers, int inFlight) {
        Turns<StdioContender> turns = new Turns<>();
        servers.forEach((contender, server) -> turns.add(contender, server.turn(inFlight)));
        return turns;
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
