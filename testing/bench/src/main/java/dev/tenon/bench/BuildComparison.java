package dev.tenon.bench;

import dev.tenon.bench.report.ReportTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Compares the processor time per call of this build with that of another one. A third process runs this build again:
 * its difference from the first shows the noise. All three run at the same time and are called in turn. They are
 * restarted every few rounds, because the JIT may compile two processes of one build differently. The processor time of
 * the JIT compilers does not count: they are still busy in a restarted process.
 */
final class BuildComparison {
    private static final int ROUNDS_PER_PROCESS = 10;
    private static final double MICROSECONDS_PER_CALL = 10;
    private static final double LOW = 0.1;
    private static final double HIGH = 0.9;

    private final TenonBuild before;
    private final TenonBuild now;
    private final TenonBuild again;
    private final MeasurementPlan plan;
    private final Map<String, Map<TenonBuild, RoundSeries>> results = new LinkedHashMap<>();

    /** Starts the servers of a build, adds them to a process group, and returns the load for each call by name. */
    @FunctionalInterface
    interface BuildLauncher {
        Map<String, RoundRobin.TimedLoad> start(TenonBuild build, ProcessGroup processes) throws IOException;
    }

    /**
     * Creates a comparison.
     *
     * @param before the build to compare with
     * @param now this build
     * @param again this build in another process
     * @param plan how long to measure
     */
    BuildComparison(TenonBuild before, TenonBuild now, TenonBuild again, MeasurementPlan plan) {
        this.before = before;
        this.now = now;
        this.again = again;
        this.plan = plan;
    }

    void run(BuildLauncher launcher) throws IOException {
        for (int done = 0; done < plan.rounds(); done += ROUNDS_PER_PROCESS) {
            try (ProcessGroup processes = new ProcessGroup()) {
                Map<TenonBuild, Map<String, RoundRobin.TimedLoad>> loads = new LinkedHashMap<>();
                for (TenonBuild build : List.of(before, now, again)) {
                    loads.put(build, launcher.start(build, processes));
                }
                for (String call : RoundSeries.requireEntry(now, loads).keySet()) {
                    measureCall(call, loads, Math.min(ROUNDS_PER_PROCESS, plan.rounds() - done));
                }
            }
        }
    }

    private void measureCall(String call, Map<TenonBuild, Map<String, RoundRobin.TimedLoad>> loads, int rounds)
            throws IOException {
        RoundRobin<TenonBuild> roundRobin = new RoundRobin<>();
        loads.forEach((build, calls) -> roundRobin.add(build, RoundSeries.requireEntry(call, calls)));
        roundRobin.warmUp(plan);
        Map<TenonBuild, RoundSeries> all = results.computeIfAbsent(call, unused -> new LinkedHashMap<>());
        roundRobin.measure(plan.withRounds(rounds)).forEach((build, series) -> all.computeIfAbsent(
                        build, unused -> new RoundSeries())
                .addAll(series));
    }

    /** Returns the medians of all rounds, in microseconds, and the medians of the ratios of each round. */
    ReportTable toTable() {
        ReportTable table = new ReportTable(
                "Processor time for each call without the JIT compilers, microseconds: medians of " + plan.rounds()
                        + " rounds",
                "what is called",
                before.title(),
                now.title(),
                "ratio",
                "itself/itself",
                "10-90% of rounds",
                "itself, 10-90%");
        results.forEach((call, series) -> {
            RoundSeries baseline = RoundSeries.requireEntry(before, series);
            RoundSeries changed = RoundSeries.requireEntry(now, series);
            RoundSeries same = RoundSeries.requireEntry(again, series);
            table.addRow(
                    call,
                    formatNumber(baseline.median(RoundMeasurement::processorWithoutCompiling) * MICROSECONDS_PER_CALL),
                    formatNumber(changed.median(RoundMeasurement::processorWithoutCompiling) * MICROSECONDS_PER_CALL),
                    formatNumber(changed.ratioTo(baseline, RoundMeasurement::processorWithoutCompiling)),
                    formatNumber(same.ratioTo(changed, RoundMeasurement::processorWithoutCompiling)),
                    formatRange(changed.ratiosTo(baseline, RoundMeasurement::processorWithoutCompiling)),
                    formatRange(same.ratiosTo(changed, RoundMeasurement::processorWithoutCompiling)));
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
