package dev.tenon.bench;

import dev.tenon.bench.load.Form;
import dev.tenon.bench.load.Question;
import dev.tenon.bench.peer.BareProxy;
import dev.tenon.bench.peer.Guarding;
import dev.tenon.bench.report.Goal;
import dev.tenon.bench.report.Report;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * What the guard costs in front of a server over HTTP, beside a reverse proxy on the same HTTP library that looks at nothing.
 * Processor time is that of the one in front alone.
 */
final class GuardOverHttp {
    private static final String DIRECT = "the server itself";
    private static final String PROXY = "floor: a bare proxy before it";
    private static final String GUARD = "the guard before it";
    private static final List<Integer> LOADS = List.of(16, 1);
    private static final Question QUESTION = Question.echo(Form.MODERN, "echo", 250);

    private GuardOverHttp() {}

    static void run(Effort effort, Report report) throws IOException {
        try (ServerProcess server = Contender.MODERN.start();
                ServerProcess proxy = ServerProcess.start(JavaCommand.of(BareProxy.class, port(server)));
                ServerProcess guard = ServerProcess.start(JavaCommand.of(Guarding.class, port(server)))) {
            for (int load : LOADS) {
                Turns<String> turns = new Turns<>();
                turns.add(PROXY, Race.turn(proxy, QUESTION, load));
                turns.add(GUARD, Race.turn(guard, QUESTION, load));
                turns.add(DIRECT, Race.turn(server, QUESTION, load));
                turns.warmUp(effort.guard());
                Map<String, Series> seen = turns.take(effort.guard());
                report.add(RaceTable.of("Guard over HTTP, tools/call of 250 bytes, connections: " + load, seen));
                goals(seen, load, report);
            }
        }
    }

    private static String port(ServerProcess server) {
        return String.valueOf(server.port());
    }

    private static void goals(Map<String, Series> seen, int load, Report report) {
        Series guard = Series.of(GUARD, seen);
        String which = "guard over HTTP, connections " + load + ": ";
        if (load == 1) {
            double added = guard.median(Round::p50) - Series.of(DIRECT, seen).median(Round::p50);
            report.add(Goal.atMost(150, which + "microseconds added at the median", added));
        }
        report.add(Goal.atMost(
                1.5,
                which + "processor time, times the bare proxy's",
                guard.ratioTo(Series.of(PROXY, seen), Round::processor)));
    }
}
