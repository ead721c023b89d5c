package dev.tenon.bench;

import dev.tenon.bench.load.Question;
import dev.tenon.bench.peer.TenonStdioServer;
import dev.tenon.bench.report.Goal;
import dev.tenon.bench.report.Report;
import dev.tenon.cli.Main;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the guard costs between a client and a server on standard input and output. Processor time is the guard's alone. */
final class GuardOnStdio {
    private static final String DIRECT = "the server itself";
    private static final String GUARDED = "the guard before it";

    private GuardOnStdio() {}

    static void run(Effort effort, Report report) throws IOException {
        List<String> server = JavaCommand.of(TenonStdioServer.class);
        List<String> guard = new ArrayList<>(JavaCommand.of(Main.class, "guard", "--yes", "--"));
        guard.addAll(server);
        Question question = StdioContender.MODERN.question();
        Map<String, Series> seen;
        try (Called direct = Called.start(server, question);
                Called guarded = Called.start(guard, question)) {
            Turns<String> turns = new Turns<>();
            turns.add(DIRECT, direct.turn(1));
            turns.add(GUARDED, guarded.turn(1));
            turns.warmUp(effort.guard());
            seen = turns.take(effort.guard());
        }
        report.add(RaceTable.of("Guard on stdio, tools/call of 250 bytes, one after the other", seen));
        double added = Series.of(GUARDED, seen).median(Round::p50)
                - Series.of(DIRECT, seen).median(Round::p50);
        report.add(Goal.atMost(100, "guard on stdio: microseconds added at the median", added));
    }
}
