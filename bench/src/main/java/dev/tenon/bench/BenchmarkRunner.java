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

/** Measures, prints what it finds, and writes it down part by part. */
public final class BenchmarkRunner {
    /** Something that can be measured by itself. */
    @FunctionalInterface
    interface Scenario {
        void run(BenchmarkProfile effort, BenchmarkReport report) throws IOException;
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
     * Arguments: {@code --quick}, {@code --write} for the figures in {@code docs/performance.md}, and the names of
     * scenarios; without names all.
     */
    public static void main(String[] args) throws IOException {
        List<String> given = List.of(args);
        List<String> named =
                given.stream().filter(word -> !word.startsWith("--")).toList();
        named.forEach(BenchmarkRunner::findScenario);
        String madeBy = MachineInfo.describe(("bench/run " + String.join(" ", given)).strip());
        ReportPage page = openPage(given.contains("--write"));
        ReportTable times = new ReportTable("Time that it took", "", "seconds");
        for (String name : named.isEmpty() ? scenarios() : named) {
            BenchmarkReport report = new BenchmarkReport(System.out::println);
            long begin = System.nanoTime();
            run(selectProfile(given), List.of(name), report);
            String seconds =
                    String.valueOf(Duration.ofNanos(System.nanoTime() - begin).toSeconds());
            times.addRow(name, seconds);
            page.write(name, "Made by " + madeBy + "; it took " + seconds + " seconds.", report);
        }
        System.out.println(times.toText());
        System.out.println("Written to " + page);
    }

    /** The page that is kept, or one for a look. */
    static ReportPage openPage(boolean isKept) {
        return new ReportPage(
                isKept ? Path.of("docs", "performance.md") : JavaCommands.buildDirectory("performance.md"));
    }

    private static BenchmarkProfile selectProfile(List<String> given) {
        if (given.contains("--least")) {
            return BenchmarkProfile.smoke();
        }
        return given.contains("--quick") ? BenchmarkProfile.quick() : BenchmarkProfile.full();
    }

    /** All scenarios, in their order. */
    static List<String> scenarios() {
        return List.copyOf(SCENARIOS.keySet());
    }

    private static Scenario findScenario(String name) {
        Scenario scenario = SCENARIOS.get(name);
        if (scenario == null) {
            throw new IllegalArgumentException("No scenario is called " + name + "; there are " + scenarios());
        }
        return scenario;
    }

    static void run(BenchmarkProfile effort, List<String> names, BenchmarkReport report) {
        for (String name : names) {
            try {
                findScenario(name).run(effort, report);
            } catch (IOException e) {
                throw new UncheckedIOException(name, e);
            }
            report.addGoalTable(name);
        }
    }
}
