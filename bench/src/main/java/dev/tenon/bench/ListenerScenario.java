package dev.tenon.bench;

import dev.tenon.bench.load.NotificationStreams;
import dev.tenon.bench.report.BenchmarkReport;
import dev.tenon.bench.report.Goal;
import dev.tenon.bench.report.ReportTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Many open streams of {@code subscriptions/listen}: what each costs in memory, and how soon all hear of a change. */
final class ListenerScenario {
    private static final int FEW = 20;
    private static final int CHANGES = 5;
    private static final double KIB = 1024;

    private ListenerScenario() {}

    private record ListenerCost(double bytesEach, double residentEach, double millis) {}

    static void run(BenchmarkProfile effort, BenchmarkReport report) throws IOException {
        int many = effort.sessionCount();
        ListenerCost floor = measure(HttpContender.FLOOR, many);
        ListenerCost ours = measure(HttpContender.MODERN, many);
        ReportTable table = new ReportTable(
                many + " listeners",
                "server",
                "KiB each, live",
                "KiB each, resident",
                "ms until all have a notification");
        addRow(table, "floor: Vert.x, an open stream", floor);
        addRow(table, HttpContender.MODERN.toString(), ours);
        report.add(table);
        report.add(Goal.atMost(
                24, "a listener: KiB above the floor's connection", (ours.bytesEach() - floor.bytesEach()) / KIB));
        report.add(Goal.atMost(1000, many + " listeners: milliseconds until all have a notification", ours.millis()));
    }

    private static void addRow(ReportTable table, String server, ListenerCost seen) {
        table.addRow(
                server,
                formatNumber(seen.bytesEach() / KIB),
                formatNumber(seen.residentEach() / KIB),
                formatNumber(seen.millis()));
    }

    private static String formatNumber(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    private static ListenerCost measure(HttpContender contender, int many) throws IOException {
        try (HttpServerProcess server = contender.start()) {
            // What is needed once is not counted.
            try (NotificationStreams few = new NotificationStreams(server.port(), FEW)) {
                measureChange(server, few);
            }
            long before = server.liveBytes();
            long residentBefore = server.usage().residentBytes();
            try (NotificationStreams streams = new NotificationStreams(server.port(), many)) {
                long after = server.liveBytes();
                long resident = server.usage().residentBytes();
                List<Double> times = new ArrayList<>();
                for (int i = 0; i < CHANGES; i++) {
                    times.add(measureChange(server, streams));
                }
                return new ListenerCost(
                        (after - before) / (double) many,
                        (resident - residentBefore) / (double) many,
                        RoundSeries.median(times));
            }
        }
    }

    private static double measureChange(HttpServerProcess server, NotificationStreams streams) throws IOException {
        long begin = System.nanoTime();
        server.sendCommand("change");
        streams.awaitChange();
        return (System.nanoTime() - begin) / 1e6;
    }
}
