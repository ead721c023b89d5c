package dev.tenon.bench.jmh;

import dev.tenon.bench.report.BenchmarkReport;
import dev.tenon.bench.report.MachineInfo;
import dev.tenon.bench.report.ReportPage;
import dev.tenon.bench.report.ReportTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/** Runs the benchmarks with JMH options, and reports the results as a table. */
public final class JmhResultPage {
    private static final String ALLOCATED = "gc.alloc.rate.norm";
    /** One fork per benchmark, a few seconds each: less than three minutes in total. */
    private static final List<String> SHORT =
            List.of("-f", "1", "-wi", "5", "-w", "1", "-i", "5", "-r", "1", "-foe", "true");

    private JmhResultPage() {}

    /**
     * Runs benchmarks. Arguments: {@code --write} for a short run whose table is written to {@code
     * docs/performance-results.md}, and JMH options.
     */
    public static void main(String[] args) throws CommandLineOptionException, RunnerException, IOException {
        List<String> arguments = List.of(args);
        boolean writes = arguments.contains("--write");
        List<String> options = new java.util.ArrayList<>(List.of("-prof", "gc"));
        options.addAll(writes ? SHORT : List.of());
        arguments.stream().filter(word -> !word.equals("--write")).forEach(options::add);
        String origin = MachineInfo.describe(("bench/jmh " + String.join(" ", arguments)).strip());
        BenchmarkReport report = new BenchmarkReport(System.out::println);
        report.add(table(new Runner(new CommandLineOptions(options.toArray(String[]::new))).run()));
        if (writes) {
            new ReportPage(Path.of("docs", "performance-results.md")).write("jmh", "Made by " + origin + ".", report);
        }
    }

    static ReportTable table(Collection<RunResult> results) {
        ReportTable table = new ReportTable("Single parts", "", "ns a call", "plus or minus", "bytes allocated a call");
        for (RunResult result : results) {
            Result<?> time = result.getPrimaryResult();
            double nanos = nanos(time.getScoreUnit());
            Result<?> allocated = result.getSecondaryResults().get(ALLOCATED);
            table.addRow(
                    name(result),
                    number(time.getScore() * nanos),
                    Double.isNaN(time.getScoreError()) ? "-" : number(time.getScoreError() * nanos),
                    allocated == null ? "-" : number(allocated.getScore()));
        }
        return table;
    }

    private static double nanos(String unit) {
        return unit.startsWith("us") ? 1e3 : 1;
    }

    /** Returns the name of a benchmark such as {@code MessagePathBenchmark.reader}, with its parameters. */
    private static String name(RunResult result) {
        String qualifiedName = result.getParams().getBenchmark();
        String[] words = qualifiedName.split("\\.");
        String name = String.join(".", Arrays.asList(words).subList(words.length - 2, words.length));
        StringBuilder text = new StringBuilder(name);
        for (String parameter : result.getParams().getParamsKeys()) {
            text.append(", ")
                    .append(parameter)
                    .append(": ")
                    .append(result.getParams().getParam(parameter));
        }
        return text.toString();
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.0f", value);
    }
}
