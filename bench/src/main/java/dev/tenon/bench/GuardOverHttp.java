package dev.tenon.bench;

import dev.tenon.bench.load.Form;
import dev.tenon.bench.load.Question;
import dev.tenon.bench.peer.BareProxy;
import dev.tenon.bench.peer.Guarding;
import dev.tenon.bench.report.Goal;
import dev.tenon.bench.report.Report;
import java.io.IOException;
import java.util.LinkedHashMap;
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
    private static final List<Integer> LOADS = List.of(1, 16);
    private static final Question QUESTION = Question.echo(Form.MODERN, "echo", 250);

    private GuardOverHttp() {}

    static void run(Effort effort, Report report) throws IOException {
        try (ServerProcess server = Contender.MODERN.start();
                ServerProcess proxy = ServerProcess.start(BareProxy.class, String.valueOf(server.port()));
                ServerProcess guard = ServerProcess.start(Guarding.class, String.valueOf(server.port()))) {
            Map<String, ServerProcess> ways = new LinkedHashMap<>();
            ways.put(PROXY, proxy);
            ways.put(GUARD, guard);
            ways.put(DIRECT, server);
            for (ServerProcess way : ways.values()) {
                Race.warmUp(way, QUESTION, LOADS.get(1), effort);
            }
            for (int load : LOADS) {
                Map<String, Series> seen = seen(effort, ways, load);
                report.add(RaceTable.of("Guard over HTTP, tools/call of 250 bytes, connections: " + load, seen));
                goals(seen, load, report);
            }
        }
    }

    private static Map<String, Series> seen(Effort effort, Map<String, ServerProcess> ways, int connections)
            throws IOException {
        Map<String, Series> seen = new LinkedHashMap<>();
        for (int i = 0; i < effort.rounds(); i++) {
            for (Map.Entry<String, ServerProcess> way : ways.entrySet()) {
                seen.computeIfAbsent(way.getKey(), any -> new Series())
                        .add(Race.call(way.getValue(), QUESTION, connections, effort));
            }
        }
        return seen;
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
