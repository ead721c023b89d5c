package dev.tenon.bench;

import dev.tenon.bench.load.SequentialClient;
import dev.tenon.bench.report.BenchmarkReport;
import dev.tenon.bench.report.Goal;
import dev.tenon.bench.report.ReportTable;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** The memory that each of many idle sessions needs. */
final class IdleSessionScenario {
    private static final int WARM_UP_SESSIONS = 50;

    private IdleSessionScenario() {}

    static void run(BenchmarkProfile profile, BenchmarkReport report) throws IOException {
        int sessions = profile.sessionCount();
        ReportTable table =
                new ReportTable(sessions + " idle sessions", "server", "bytes each, live", "bytes each, resident");
        for (HttpContender contender : List.of(HttpContender.SESSION, HttpContender.SDK_STREAMABLE)) {
            try (HttpServerProcess server = contender.start()) {
                openSessions(server.port(), WARM_UP_SESSIONS);
                long before = server.liveBytes();
                long residentBefore = server.usage().residentBytes();
                openSessions(server.port(), sessions);
                double each = (server.liveBytes() - before) / (double) sessions;
                double resident = (server.usage().residentBytes() - residentBefore) / (double) sessions;
                table.addRow(contender.toString(), formatNumber(each), formatNumber(resident));
                if (contender.isOurs()) {
                    report.add(Goal.atMost(4096, "an idle session: bytes", each));
                }
            }
        }
        report.add(table);
    }

    private static void openSessions(int port, int count) throws IOException {
        try (SequentialClient client = new SequentialClient(port)) {
            for (int i = 0; i < count; i++) {
                client.openSession();
            }
        }
    }

    private static String formatNumber(double value) {
        return String.format(Locale.ROOT, "%.0f", value);
    }
}
