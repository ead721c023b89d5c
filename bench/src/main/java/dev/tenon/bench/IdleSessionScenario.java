package dev.tenon.bench;

import dev.tenon.bench.load.SequentialClient;
import dev.tenon.bench.report.BenchmarkReport;
import dev.tenon.bench.report.Goal;
import dev.tenon.bench.report.ReportTable;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** Many sessions that were opened and are left alone: what each costs in memory. */
final class IdleSessionScenario {
    private static final int FEW = 50;

    private IdleSessionScenario() {}

    static void run(BenchmarkProfile effort, BenchmarkReport report) throws IOException {
        int many = effort.sessionCount();
        ReportTable table =
                new ReportTable(many + " idle sessions", "server", "bytes each, live", "bytes each, resident");
        for (HttpContender contender : List.of(HttpContender.SESSION, HttpContender.SDK_STREAMABLE)) {
            try (HttpServerProcess server = contender.start()) {
                openSessions(server.port(), FEW);
                long before = server.liveBytes();
                long residentBefore = server.usage().residentBytes();
                openSessions(server.port(), many);
                double each = (server.liveBytes() - before) / (double) many;
                double resident = (server.usage().residentBytes() - residentBefore) / (double) many;
                table.addRow(contender.toString(), formatNumber(each), formatNumber(resident));
                if (contender.isOurs()) {
                    report.add(Goal.atMost(4096, "an idle session: bytes", each));
                }
            }
        }
        report.add(table);
    }

    private static void openSessions(int port, int howMany) throws IOException {
        try (SequentialClient visitor = new SequentialClient(port)) {
            for (int i = 0; i < howMany; i++) {
                visitor.openSession();
            }
        }
    }

    private static String formatNumber(double value) {
        return String.format(Locale.ROOT, "%.0f", value);
    }
}
