package dev.tenon.bench;

import dev.tenon.bench.report.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Compares the processor time for each call of this build with that of another one. A third process runs this build once more: how it
 * differs from the first shows what a difference is worth. All three live at the same time and are called in turn. They are started
 * anew every few rounds, as two processes of one build may be compiled differently.
 */
final class Comparison {
    private static final int ROUNDS_OF_A_PROCESS = 10;
    private static final double MICROSECONDS_OF_ONE_CALL = 10;
    private static final double LOW = 0.1;
    private static final double HIGH = 0.9;

    private final Build before;
    private final Build now;
    private final Build again;
    private final Pace pace;
    private final Map<String, Map<Build, Series>> seen = new LinkedHashMap<>();

    /** Starts the servers of a build, puts them among what is to be closed, and returns what they are asked, by name. */
    @FunctionalInterface
    interface Launcher {
        Map<String, Turns.Turn> start(Build build, Processes processes) throws IOException;
    }

    /** Compares the first build with the second, of which the third is another process. */
    Comparison(Build before, Build now, Build again, Pace pace) {
        this.before = before;
        this.now = now;
        this.again = again;
        this.pace = pace;
    }

    void run(Launcher launcher) throws IOException {
        for (int done = 0; done < pace.rounds(); done += ROUNDS_OF_A_PROCESS) {
            try (Processes processes = new Processes()) {
                Map<Build, Map<String, Turns.Turn>> turns = new LinkedHashMap<>();
                for (Build build : List.of(before, now, again)) {
                    turns.put(build, launcher.start(build, processes));
                }
                for (String question : Series.of(now, turns).keySet()) {
                    ask(question, turns, Math.min(ROUNDS_OF_A_PROCESS, pace.rounds() - done));
                }
            }
        }
    }

    private void ask(String question, Map<Build, Map<String, Turns.Turn>> turns, int rounds) throws IOException {
        Turns<Build> asked = new Turns<>();
        turns.forEach((build, questions) -> asked.add(build, Series.of(question, questions)));
        asked.warmUp(pace);
        Map<Build, Series> all = seen.computeIfAbsent(question, any -> new LinkedHashMap<>());
        asked.take(pace.in(rounds)).forEach((build, series) -> all.computeIfAbsent(build, any -> new Series())
                .addAll(series));
    }

    /** The medians of all rounds, in microseconds, and their ratios, taken round by round. */
    Table table() {
        Table table = new Table(
                "Processor time for each call, microseconds: medians of " + pace.rounds() + " rounds",
                "what is called",
                before.title(),
                now.title(),
                "ratio",
                "itself/itself",
                "10-90% of rounds",
                "itself, 10-90%");
        seen.forEach((question, series) -> {
            Series baseline = Series.of(before, series);
            Series changed = Series.of(now, series);
            Series same = Series.of(again, series);
            table.row(
                    question,
                    number(baseline.median(Round::processor) * MICROSECONDS_OF_ONE_CALL),
                    number(changed.median(Round::processor) * MICROSECONDS_OF_ONE_CALL),
                    number(changed.ratioTo(baseline, Round::processor)),
                    number(same.ratioTo(changed, Round::processor)),
                    range(changed.ratiosTo(baseline, Round::processor)),
                    range(same.ratiosTo(changed, Round::processor)));
        });
        return table;
    }

    private static String range(List<Double> values) {
        List<Double> sorted = new ArrayList<>(values);
        sorted.sort(null);
        int last = sorted.size() - 1;
        return number(sorted.get((int) Math.round(LOW * last))) + " to "
                + number(sorted.get((int) Math.round(HIGH * last)));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
