package dev.tenon.bench;

import dev.tenon.bench.report.Page;
import dev.tenon.bench.report.Report;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Measures, prints what it finds, and writes it down. */
public final class Run {
    /** Something that can be measured by itself. */
    @FunctionalInterface
    interface Scenario {
        void run(Effort effort, Report report) throws IOException;
    }

    private static final Map<String, Scenario> SCENARIOS = new LinkedHashMap<>();

    static {
        SCENARIOS.put("http", HttpCalls::run);
        SCENARIOS.put("stdio", StdioCalls::run);
        SCENARIOS.put("sse", SseAnswers::run);
        SCENARIOS.put("sessions", IdleSessions::run);
        SCENARIOS.put("listeners", Listeners::run);
        SCENARIOS.put("large", LargeMessages::run);
        SCENARIOS.put("start", Starts::run);
        SCENARIOS.put("guard", GuardOverHttp::run);
        SCENARIOS.put("guard-stdio", GuardOnStdio::run);
    }

    private Run() {}

    /**
     * Arguments: {@code --quick}, {@code --write} for the figures in {@code docs/performance.md}, and the names of scenarios;
     * without names all.
     */
    public static void main(String[] args) throws IOException {
        List<String> given = List.of(args);
        List<String> names =
                given.stream().filter(word -> !word.startsWith("--")).toList();
        String circumstances = Page.circumstances(("bench/run " + String.join(" ", given)).strip());
        Report report = new Report(System.out::println);
        run(effort(given), names.isEmpty() ? scenarios() : names, report);
        report.conclude();
        Path page = given.contains("--write")
                ? Path.of("docs", "performance.md")
                : Path.of("bench", "target", "performance.md");
        new Page(page).write(circumstances, report);
        System.out.println("Written to " + page);
    }

    private static Effort effort(List<String> given) {
        if (given.contains("--least")) {
            return Effort.least();
        }
        return given.contains("--quick") ? Effort.quick() : Effort.full();
    }

    /** All scenarios, in their order. */
    static List<String> scenarios() {
        return List.copyOf(SCENARIOS.keySet());
    }

    static void run(Effort effort, List<String> names, Report report) {
        for (String name : names) {
            Scenario scenario = SCENARIOS.get(name);
            if (scenario == null) {
                throw new IllegalArgumentException("No scenario is called " + name + "; there are " + scenarios());
            }
            try {
                scenario.run(effort, report);
            } catch (IOException e) {
                throw new UncheckedIOException(name, e);
            }
        }
    }
}
