package dev.tenon.bench;

import dev.tenon.bench.report.Machine;
import dev.tenon.bench.report.Page;
import dev.tenon.bench.report.Report;
import dev.tenon.bench.report.Table;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Measures, prints what it finds, and writes it down part by part. */
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
        List<String> named =
                given.stream().filter(word -> !word.startsWith("--")).toList();
        named.forEach(Run::scenario);
        String madeBy = Machine.circumstances(("bench/run " + String.join(" ", given)).strip());
        Page page = page(given.contains("--write"));
        Table times = new Table("Time that it took", "", "seconds");
        for (String name : named.isEmpty() ? scenarios() : named) {
            Report report = new Report(System.out::println);
            long begin = System.nanoTime();
            run(effort(given), List.of(name), report);
            String seconds =
                    String.valueOf(Duration.ofNanos(System.nanoTime() - begin).toSeconds());
            times.row(name, seconds);
            page.write(name, "Made by " + madeBy + "; it took " + seconds + " seconds.", report);
        }
        System.out.println(times.text());
        System.out.println("Written to " + page);
    }

    /** The page that is kept, or one for a look. */
    static Page page(boolean isKept) {
        return new Page(isKept ? Path.of("docs", "performance.md") : JavaCommand.built("performance.md"));
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

    private static Scenario scenario(String name) {
        Scenario scenario = SCENARIOS.get(name);
        if (scenario == null) {
            throw new IllegalArgumentException("No scenario is called " + name + "; there are " + scenarios());
        }
        return scenario;
    }

    static void run(Effort effort, List<String> names, Report report) {
        for (String name : names) {
            try {
                scenario(name).run(effort, report);
            } catch (IOException e) {
                throw new UncheckedIOException(name, e);
            }
            report.conclude(name);
        }
    }
}
