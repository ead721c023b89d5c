package dev.tenon.bench;

import dev.tenon.bench.report.BenchmarkReport;
import dev.tenon.bench.report.MachineInfo;
import dev.tenon.bench.report.ReportPage;
import dev.tenon.bench.report.ReportTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs the benchmarks, prints the results, and writes them to the report part by part. */
public final class BenchmarkRunner {
    /** A separate benchmark. */
    @FunctionalInterface
    interface Scenario {
        void run(BenchmarkProfile profile, BenchmarkReport report) throws IOException;
    }

    private static final Map<String, Scenario> SCENARIOS = new LinkedHashMap<>();

    static {
        SCENARIOS.put("http", HttpCallScenario::run);
        SCENARIOS.put("stdio", StdioCallScenario::run);
        SCENARIOS.put("sse", SseResponseScenario::run);
        SCENARIOS.put("sessions", IdleSessionScenario::run);
        SCENARIOS.put("listeners", ListenerScenario::run);
        SCENARIOS.put("large", LargeMessageScenario::run);
        SCENARIOS.put("start", StartupScenario::run);
        SCENARIOS.put("guard", HttpGuardScenario::run);
        SCENARIOS.put("guard-stdio", StdioGuardScenario::run);
    }

    private BenchmarkRunner() {}

    /**
     * Runs benchmarks. Arguments: {@code --quick}, {@code --write} to write to {@code docs/performance-results.md}, and
     * the names of scenarios; all if there are none.
     */
    public static void main(String[] args) throws IOException {
        List<String> options = List.of(args);
        List<String> selected =
                options.stream().filter(word -> !word.startsWith("--")).toList();
        selected.forEach(BenchmarkRunner::findScenario);
        String origin = MachineInfo.describe(("bench/run " + String.join(" ", options)).strip());
        ReportPage page = openPage(options.contains("--write"));
        ReportTable times = new ReportTable("Time that it took", "", "seconds");
        for (String name : selected.isEmpty() ? scenarios() : selected) {
            BenchmarkReport report = new BenchmarkReport(System.out::println);
            long begin = System.nanoTime();
            run(selectProfile(options), List.of(name), report);
            String seconds =
                    String.valueOf(Duration.ofNanos(System.nanoTime() - begin).toSeconds());
            times.addRow(name, seconds);
            page.write(name, "Made by " + origin + "; it took " + seconds + " seconds.", report);
        }
        System.out.println(times.toText());
        System.out.println("Written to " + page);
    }

    /** Returns the published page, or a temporary one. */
    static ReportPage openPage(boolean isKept) {
        return new ReportPage(
                isKept ? Path.of("docs", "performance-results.md") : JavaCommands.buildDirectory("performance.md"));
    }

    private static BenchmarkProfile selectProfile(List<String> options) {
        if (options.contains("--least")) {
            return BenchmarkProfile.smoke();
        }
        return options.contains("--quick") ? BenchmarkProfile.quick() : BenchmarkProfile.full();
    }

    /** Returns the names of all scenarios in their order. */
    static List<String> scenarios() {
        return List.copyOf(SCENARIOS.keySet());
    }

    private static Scenario findScenario(String name) {
        Scenario scenario = SCENARIOS.get(name);
        if (scenario == null) {
            throw new IllegalArgumentException("Unknown scenario: " + name + ". The scenarios are " + scenarios());
        }
        return scenario;
    }

    static void run(BenchmarkProfile profile, List<String> names, BenchmarkReport report) {
        for (String name : names) {
            try {
                findScenario(name).run(profile, report);
            } catch (IOException e) {
                throw new UncheckedIOException(name, e);
            }
            report.addGoalTable(name);
        }
    }
}
