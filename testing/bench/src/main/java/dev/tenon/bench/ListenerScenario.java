package dev.tenon.bench;

import dev.tenon.bench.load.NotificationStreams;
import dev.tenon.bench.report.BenchmarkReport;
import dev.tenon.bench.report.Goal;
import dev.tenon.bench.report.ReportTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Many open {@code subscriptions/listen} streams: the memory of each, and the time until all receive a notification.
 */
final class ListenerScenario {
    private static final int WARM_UP_LISTENERS = 20;
    private static final int CHANGES = 5;
    private static final double KIB = 1024;

    private ListenerScenario() {}

    private record ListenerCost(double bytesEach, double residentEach, double millis) {}

    static void run(BenchmarkProfile profile, BenchmarkReport report) throws IOException {
        int listeners = profile.sessionCount();
        ListenerCost floor = measure(HttpContender.FLOOR, listeners);
        ListenerCost ours = measure(HttpContender.MODERN, listeners);
        ReportTable table = new ReportTable(
                listeners + " listeners",
                "server",
                "KiB each, live",
                "KiB each, resident",
                "ms until all have a notification");
        addRow(table, "floor: Vert.x, an open stream", floor);
        addRow(table, HttpContender.MODERN.toString(), ours);
        report.add(table);
        report.add(Goal.atMost(
                24, "a listener: KiB above the floor's connection", (ours.bytesEach() - floor.bytesEach()) / KIB));
        report.add(
                Goal.atMost(1000, listeners + " listeners: milliseconds until all have a notification", ours.millis()));
    }

    private static void addRow(ReportTable table, String server, ListenerCost cost) {
        table.addRow(
                server,
                formatNumber(cost.bytesEach() / KIB),
                formatNumber(cost.residentEach() / KIB),
                formatNumber(cost.millis()));
    }

    private static String formatNumber(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    private static ListenerCost measure(HttpContender contender, int listeners) throws IOException {
        try (HttpServerProcess server = contender.start()) {
            // One-time costs are not counted.
            try (NotificationStreams warmUp = new NotificationStreams(server.port(), WARM_UP_LISTENERS)) {
                measureChange(server, warmUp);
            }
            long before = server.liveBytes();
            long residentBefore = server.usage().residentBytes();
            try (NotificationStreams streams = new NotificationStreams(server.port(), listeners)) {
                long after = server.liveBytes();
                long resident = server.usage().residentBytes();
                List<Double> times = new ArrayList<>();
                for (int i = 0; i < CHANGES; i++) {
                    times.add(measureChange(server, streams));
                }
                return new ListenerCost(
                        (after - before) / (double) listeners,
                        (resident - residentBefore) / (double) listeners,
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
