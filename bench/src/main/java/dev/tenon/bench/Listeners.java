package dev.tenon.bench;

import dev.tenon.bench.load.Streams;
import dev.tenon.bench.report.Goal;
import dev.tenon.bench.report.Report;
import dev.tenon.bench.report.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Many open streams of {@code subscriptions/listen}: what each costs in memory, and how soon all hear of a change. */
final class Listeners {
    private static final int FEW = 20;
    private static final int CHANGES = 5;
    private static final double KIB = 1024;

    private Listeners() {}

    private record Seen(double bytesEach, double residentEach, double millis) {}

    static void run(Effort effort, Report report) throws IOException {
        int many = effort.many();
        Seen floor = measure(Contender.FLOOR, many);
        Seen ours = measure(Contender.MODERN, many);
        Table table = new Table(
                many + " listeners",
                "server",
                "KiB each, live",
                "KiB each, resident",
                "ms until all have a notification");
        row(table, "floor: Vert.x, an open stream", floor);
        row(table, Contender.MODERN.toString(), ours);
        report.add(table);
        report.add(Goal.atMost(
                24, "a listener: KiB above the floor's connection", (ours.bytesEach() - floor.bytesEach()) / KIB));
        report.add(Goal.atMost(1000, many + " listeners: milliseconds until all have a notification", ours.millis()));
    }

    private static void row(Table table, String server, Seen seen) {
        table.row(server, number(seen.bytesEach() / KIB), number(seen.residentEach() / KIB), number(seen.millis()));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    private static Seen measure(Contender contender, int many) throws IOException {
        try (ServerProcess server = contender.start()) {
            // What is needed once is not counted.
            try (Streams few = new Streams(server.port(), FEW)) {
                change(server, few);
            }
            long before = server.liveBytes();
            long residentBefore = server.usage().residentBytes();
            try (Streams streams = new Streams(server.port(), many)) {
                long after = server.liveBytes();
                long resident = server.usage().residentBytes();
                List<Double> times = new ArrayList<>();
                for (int i = 0; i < CHANGES; i++) {
                    times.add(change(server, streams));
                }
                return new Seen(
                        (after - before) / (double) many,
                        (resident - residentBefore) / (double) many,
                        Series.median(times));
            }
        }
    }

    private static double change(ServerProcess server, Streams streams) throws IOException {
        long begin = System.nanoTime();
        server.tell("change");
        streams.awaitChange();
        return (System.nanoTime() - begin) / 1e6;
    }
}
