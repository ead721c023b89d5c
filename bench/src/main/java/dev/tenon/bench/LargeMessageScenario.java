package dev.tenon.bench;

import dev.tenon.bench.load.BenchmarkCall;
import dev.tenon.bench.load.SequentialClient;
import dev.tenon.bench.report.BenchmarkReport;
import dev.tenon.bench.report.Goal;
import dev.tenon.bench.report.ReportTable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Large messages: calls of each size, what one costs in memory while it is handled, and one that is refused. */
final class LargeMessageScenario {
    private static final long TOO_LARGE = 64L << 20;
    private static final List<Integer> SIZES = List.of(4 << 10, 256 << 10, 4 << 20);
    private static final List<HttpContender> FEW =
            List.of(HttpContender.FLOOR, HttpContender.MODERN, HttpContender.SDK_STATELESS);
    private static final List<HttpContender> MANY = List.of(
            HttpContender.FLOOR,
            HttpContender.SESSION,
            HttpContender.MODERN,
            HttpContender.SDK_STREAMABLE,
            HttpContender.SDK_STATELESS);
    private static final int CONNECTIONS = 4;
    private static final double MIB = 1 << 20;

    private LargeMessageScenario() {}

    static void run(BenchmarkProfile effort, BenchmarkReport report) throws IOException {
        try (ContenderServers race = new ContenderServers(effort.isComplete() ? MANY : FEW, report)) {
            for (int size : SIZES.stream()
                    .filter(one -> one <= effort.maxMessageBytes())
                    .toList()) {
                RoundRobin<HttpContender> turns =
                        race.createLoads(CONNECTIONS, one -> BenchmarkCall.echo(one.form(), one.tool("echo"), size));
                turns.warmUp(effort.large());
                Map<HttpContender, RoundSeries> seen = turns.measure(effort.large());
                report.add(ComparisonTable.create(
                        "HTTP tools/call, " + (size >> 10) + " KiB, connections: " + CONNECTIONS, seen));
            }
        }
        try (HttpServerProcess server = HttpContender.MODERN.start()) {
            measureMemory(server, effort.maxMessageBytes(), report);
            measureRejection(server, report);
        }
    }

    /** A handler collects all garbage and says what is in use while it has the message. */
    private static void measureMemory(HttpServerProcess server, int size, BenchmarkReport report) throws IOException {
        callForLiveBytes(server, 1);
        callForLiveBytes(server, size / 2);
        double less = callForLiveBytes(server, 1);
        double more = callForLiveBytes(server, size - 1024);
        ReportTable table = new ReportTable("Memory while a message of " + (size >> 10) + " KiB is handled", "", "MiB");
        table.addRow("in use with a small message", formatMib(less))
                .addRow("in use with the large one", formatMib(more));
        report.add(table);
        report.add(Goal.atMost(
                3,
                "a message of " + (size >> 10) + " KiB: memory while it is handled, times its size",
                (more - less) / size));
    }

    private static double callForLiveBytes(HttpServerProcess server, int bytes) throws IOException {
        try (SequentialClient visitor = new SequentialClient(server.port())) {
            String answer = visitor.call(BenchmarkCall.give(HttpContender.MODERN.form(), "live", bytes));
            return Double.parseDouble(answer.replaceAll("(?s).*live bytes: (\\d+).*", "$1"));
        }
    }

    private static void measureRejection(HttpServerProcess server, BenchmarkReport report) throws IOException {
        long peak = server.usage().peakBytes();
        Duration before = server.usage().processorTime();
        long begin = System.nanoTime();
        int status;
        try (SequentialClient visitor = new SequentialClient(server.port())) {
            status = visitor.postUntilRejected(TOO_LARGE);
        }
        double millis = (System.nanoTime() - begin) / 1e6;
        Duration processor = server.usage().processorTime().minus(before);
        ReportTable table = new ReportTable("A message of 64 MiB", "", "");
        table.addRow("status", String.valueOf(status))
                .addRow("ms until it is refused", String.format(Locale.ROOT, "%.1f", millis))
                .addRow("processor time, ms", String.valueOf(processor.toMillis()))
                .addRow("more memory than ever before, MiB", formatMib((double)
                        (server.usage().peakBytes() - peak)));
        report.add(table);
    }

    private static String formatMib(double bytes) {
        return String.format(Locale.ROOT, "%.1f", bytes / MIB);
    }
}
