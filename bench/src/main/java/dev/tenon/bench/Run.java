package dev.tenon.bench;

import dev.tenon.bench.report.Report;
import java.io.IOException;
import java.io.UncheckedIOException;
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
    }

    private Run() {}

    /** Arguments: {@code --quick}, {@code --least}, and the names of scenarios; without names all. */
    public static void main(String[] args) throws IOException {
        List<String> given = List.of(args);
        Effort effort =
                given.contains("--quick") ? Effort.quick() : given.contains("--least") ? Effort.least() : Effort.full();
        List<String> names =
                given.stream().filter(word -> !word.startsWith("--")).toList();
        Report report = new Report(System.out::println);
        run(effort, names.isEmpty() ? List.copyOf(SCENARIOS.keySet()) : names, report);
        report.conclude();
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
