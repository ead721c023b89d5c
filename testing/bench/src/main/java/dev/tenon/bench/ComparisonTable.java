package dev.tenon.bench;

import dev.tenon.bench.report.ReportTable;
import java.util.Locale;
import java.util.Map;

/** Creates tables of several servers at one load, compared with the first of them. */
final class ComparisonTable {
    private static final double MIB = 1 << 20;
    private static final double PERCENT = 100;

    private ComparisonTable() {}

    static ReportTable create(String title, Map<?, RoundSeries> results) {
        ReportTable table = new ReportTable(
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
        RoundSeries floor = results.values().iterator().next();
        results.forEach((server, series) -> table.addRow(
                server.toString(),
                formatNumber("%.0f", series.median(RoundMeasurement::perSecond)),
                formatNumber("%.0f", series.median(RoundMeasurement::p50)),
                formatNumber("%.0f", series.median(RoundMeasurement::p99)),
                formatNumber("%.2f", series.median(RoundMeasurement::processor)),
                formatNumber("%.2f", series.ratioTo(floor, RoundMeasurement::processor)),
                formatNumber("%.0f", PERCENT * series.median(RoundMeasurement::compiling)),
                formatNumber("%.2f", series.ratioTo(floor, RoundMeasurement::processorWithoutCompiling)),
                formatNumber("%.0f", series.median(RoundMeasurement::resident) / MIB)));
        return table;
    }

    private static String formatNumber(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
