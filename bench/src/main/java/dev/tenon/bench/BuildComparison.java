package dev.tenon.bench;

import dev.tenon.bench.report.ReportTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Compares the processor time for each call of this build with that of another one. A third process runs this build
 * once more: how it differs from the first shows what a difference is worth. All three live at the same time and are
 * called in turn. They are started anew every few rounds, as two processes of one build may be compiled differently.
 */
final class BuildComparison {
    private static final int ROUNDS_OF_A_PROCESS = 10;
    private static final double MICROSECONDS_OF_ONE_CALL = 10;
    private static final double LOW = 0.1;
    private static final double HIGH = 0.9;

    private final TenonBuild before;
    private final TenonBuild now;
    private final TenonBuild again;
    private final MeasurementPlan pace;
    private final Map<String, Map<TenonBuild, RoundSeries>> seen = new LinkedHashMap<>();

    /**
     * Starts the servers of a build, puts them among what is to be closed, and returns what they are asked, by name.
     */
    @FunctionalInterface
    interface BuildLauncher {
        Map<String, RoundRobin.TimedLoad> start(TenonBuild build, ProcessGroup processes) throws IOException;
    }

    /** Compares the first build with the second, of which the third is another process. */
    BuildComparison(TenonBuild before, TenonBuild now, TenonBuild again, MeasurementPlan pace) {
        this.before = before;
        this.now = now;
        this.again = again;
        this.pace = pace;
    }

    void run(BuildLauncher launcher) throws IOException {
        for (int done = 0; done < pace.rounds(); done += ROUNDS_OF_A_PROCESS) {
            try (ProcessGroup processes = new ProcessGroup()) {
                Map<TenonBuild, Map<String, RoundRobin.TimedLoad>> turns = new LinkedHashMap<>();
                for (TenonBuild build : List.of(before, now, again)) {
                    turns.put(build, launcher.start(build, processes));
                }
                for (String question : RoundSeries.requireEntry(now, turns).keySet()) {
                    measureCall(question, turns, Math.min(ROUNDS_OF_A_PROCESS, pace.rounds() - done));
                }
            }
        }
    }

    private void measureCall(String question, Map<TenonBuild, Map<String, RoundRobin.TimedLoad>> turns, int rounds)
            throws IOException {
        RoundRobin<TenonBuild> asked = new RoundRobin<>();
        turns.forEach((build, questions) -> asked.add(build, RoundSeries.requireEntry(question, questions)));
        asked.warmUp(pace);
        Map<TenonBuild, RoundSeries> all = seen.computeIfAbsent(question, any -> new LinkedHashMap<>());
        asked.measure(pace.withRounds(rounds))
                .forEach((build, series) ->
                        all.computeIfAbsent(build, any -> new RoundSeries()).addAll(series));
    }

    /** The medians of all rounds, in microseconds, and their ratios, taken round by round. */
    ReportTable toTable() {
        ReportTable table = new ReportTable(
                "Processor time for each call, microseconds: medians of " + pace.rounds() + " rounds",
                "what is called",
                before.title(),
                now.title(),
                "ratio",
                "itself/itself",
                "10-90% of rounds",
                "itself, 10-90%");
        seen.forEach((question, series) -> {
            RoundSeries baseline = RoundSeries.requireEntry(before, series);
            RoundSeries changed = RoundSeries.requireEntry(now, series);
            RoundSeries same = RoundSeries.requireEntry(again, series);
            table.addRow(
                    question,
                    formatNumber(baseline.median(RoundMeasurement::processor) * MICROSECONDS_OF_ONE_CALL),
                    formatNumber(changed.median(RoundMeasurement::processor) * MICROSECONDS_OF_ONE_CALL),
                    formatNumber(changed.ratioTo(baseline, RoundMeasurement::processor)),
                    formatNumber(same.ratioTo(changed, RoundMeasurement::processor)),
                    formatRange(changed.ratiosTo(baseline, RoundMeasurement::processor)),
                    formatRange(same.ratiosTo(changed, RoundMeasurement::processor)));
        });
        return table;
    }

    private static String formatRange(List<Double> values) {
        List<Double> sorted = new ArrayList<>(values);
        sorted.sort(null);
        int last = sorted.size() - 1;
        return formatNumber(sorted.get((int) Math.round(LOW * last))) + " to "
                + formatNumber(sorted.get((int) Math.round(HIGH * last)));
    }

    private static String formatNumber(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
