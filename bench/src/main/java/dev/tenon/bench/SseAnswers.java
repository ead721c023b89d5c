package dev.tenon.bench;

import dev.tenon.bench.load.Question;
import dev.tenon.bench.report.Goal;
import dev.tenon.bench.report.Report;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Calls over HTTP whose answer is a stream of three events: progress twice, and the result. */
final class SseAnswers {
    private static final int CONNECTIONS = 16;

    private SseAnswers() {}

    static void run(Effort effort, Report report) throws IOException {
        List<Contender> streaming =
                effort.contenders().stream().filter(Contender::hasProgress).toList();
        Map<Contender, Series> seen;
        try (Race race = new Race(streaming, report)) {
            Turns<Contender> turns = race.at(CONNECTIONS, SseAnswers::question);
            turns.warmUp(effort.sse());
            seen = turns.take(effort.sse());
        }
        report.add(RaceTable.of("SSE answers of three events, connections: " + CONNECTIONS, seen));
        Series floor = Series.of(Contender.FLOOR, seen);
        seen.forEach((contender, series) -> {
            if (contender.isOurs()) {
                report.add(Goal.atMost(
                        1.5,
                        "SSE, " + contender + ": processor time, times the floor's",
                        series.ratioTo(floor, Round::processor)));
            }
        });
    }

    private static Question question(Contender contender) {
        return Question.count(contender.form(), contender.tool("count"));
    }
}
