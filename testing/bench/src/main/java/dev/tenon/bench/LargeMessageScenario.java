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

/** Large messages: calls of each size, the memory of one while it is handled, and one that is rejected. */
final class LargeMessageScenario {
    private static final long TOO_LARGE = 64L << 20;
    private static final List<Integer> SIZES = List.of(4 << 10, 256 << 10, 4 << 20);
    private static final List<HttpContender> QUICK_CONTENDERS =
            List.of(HttpContender.FLOOR, HttpContender.MODERN, HttpContender.SDK_STATELESS);
    private static final List<HttpContender> ALL_CONTENDERS = List.of(
            HttpContender.FLOOR,
            HttpContender.SESSION,
            HttpContender.MODERN,
            HttpContender.SDK_STREAMABLE,
            HttpContender.SDK_STATELESS);
    private static final int CONNECTIONS = 4;
    private static final double MIB = 1 << 20;

    private LargeMessageScenario() {}

    static void run(BenchmarkProfile profile, BenchmarkReport report) throws IOException {
        try (ContenderServers servers =
                new ContenderServers(profile.isComplete() ? ALL_CONTENDERS : QUICK_CONTENDERS, report)) {
            for (int size : SIZES.stream()
                    .filter(candidate -> candidate <= profile.maxMessageBytes())
                    .toList()) {
                RoundRobin<HttpContender> loads = servers.createLoads(
                        CONNECTIONS, contender -> BenchmarkCall.echo(contender.shape(), contender.tool("echo"), size));
                loads.warmUp(profile.large());
                Map<HttpContender, RoundSeries> results = loads.measure(profile.large());
                report.add(ComparisonTable.create(
                        "HTTP tools/call, " + (size >> 10) + " KiB, connections: " + CONNECTIONS, results));
            }
        }
        try (HttpServerProcess server = HttpContender.MODERN.start()) {
            measureMemory(server, profile.maxMessageBytes(), report);
            measureRejection(server, report);
        }
    }

    /** The handler runs a garbage collection and returns the memory in use while it has the message. */
    private static void measureMemory(HttpServerProcess server, int size, BenchmarkReport report) throws IOException {
        callForLiveBytes(server, 1);
        callForLiveBytes(server, size / 2);
        double small = callForLiveBytes(server, 1);
        double large = callForLiveBytes(server, size - 1024);
        ReportTable table = new ReportTable("Memory while a message of " + (size >> 10) + " KiB is handled", "", "MiB");
        table.addRow("in use with a small message", formatMib(small))
                .addRow("in use with the large one", formatMib(large));
        report.add(table);
        report.add(Goal.atMost(
                3,
                "a message of " + (size >> 10) + " KiB: memory while it is handled, times its size",
                (large - small) / size));
    }

    private static double callForLiveBytes(HttpServerProcess server, int bytes) throws IOException {
        try (SequentialClient client = new SequentialClient(server.port())) {
            String response = client.call(BenchmarkCall.withPayload(HttpContender.MODERN.shape(), "live", bytes));
            return Double.parseDouble(response.replaceAll("(?s).*live bytes: (\\d+).*", "$1"));
        }
    }

    private static void measureRejection(HttpServerProcess server, BenchmarkReport report) throws IOException {
        long peak = server.usage().peakBytes();
        Duration before = server.usage().processorTime();
        long begin = System.nanoTime();
        int status;
        try (SequentialClient client = new SequentialClient(server.port())) {
            status = client.postUntilRejected(TOO_LARGE);
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
