package dev.tenon.bench;

import dev.tenon.bench.peer.TenonStdioServer;
import dev.tenon.bench.report.Goal;
import dev.tenon.bench.report.Report;
import dev.tenon.cli.Main;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the guard costs between a client and a server on standard input and output. */
final class GuardOnStdio {
    private static final String DIRECT = "the server itself";
    private static final String GUARDED = "the guard before it";

    private GuardOnStdio() {}

    static void run(Effort effort, Report report) throws IOException {
        List<String> server = JavaCommand.of(TenonStdioServer.class);
        List<String> guard = new ArrayList<>(JavaCommand.of(Main.class, "guard", "--yes", "--"));
        guard.addAll(server);
        Map<String, Series> seen = new LinkedHashMap<>();
        try (Called direct = Called.start(server, StdioContender.MODERN.question());
                Called guarded = Called.start(guard, StdioContender.MODERN.question())) {
            direct.round(effort.warmUpCalls(), 1);
            guarded.round(effort.warmUpCalls(), 1);
            for (int i = 0; i < effort.rounds(); i++) {
                seen.computeIfAbsent(DIRECT, any -> new Series()).add(direct.round(effort.stdioCalls() / 4, 1));
                seen.computeIfAbsent(GUARDED, any -> new Series()).add(guarded.round(effort.stdioCalls() / 4, 1));
            }
        }
        report.add(RaceTable.of("Guard on stdio, tools/call of 250 bytes, one after the other", seen));
        double added = Series.of(GUARDED, seen).median(Round::p50)
                - Series.of(DIRECT, seen).median(Round::p50);
        report.add(Goal.atMost(100, "guard on stdio: microseconds added at the median", added));
    }
}
