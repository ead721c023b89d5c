package dev.tenon.bench;

import dev.tenon.bench.report.Table;
import java.util.Locale;
import java.util.Map;

/** What was seen of several servers at one load, the first of which is what the others are compared with. */
final class RaceTable {
    private static final double MIB = 1 << 20;
    private static final double PERCENT = 100;

    private RaceTable() {}

    static Table of(String title, Map<?, Series> seen) {
        Table table = new Table(
                title,
                "server",
                "calls/s",
                "p50 us",
                "p99 us",
                "CPU s / 100,000",
                "times the floor",
                "JIT %",
                "times, without JIT",
                "memory MiB");
        Series floor = seen.values().iterator().next();
        seen.forEach((server, series) -> table.row(
                server.toString(),
                number("%.0f", series.median(Round::perSecond)),
                number("%.0f", series.median(Round::p50)),
                number("%.0f", series.median(Round::p99)),
                number("%.2f", series.median(Round::processor)),
                number("%.2f", series.ratioTo(floor, Round::processor)),
                number("%.0f", PERCENT * series.median(Round::compiling)),
                number("%.2f", series.ratioTo(floor, Round::settled)),
                number("%.0f", series.median(Round::resident) / MIB)));
        return table;
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
