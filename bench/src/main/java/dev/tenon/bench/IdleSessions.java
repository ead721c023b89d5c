package dev.tenon.bench;

import dev.tenon.bench.load.Visitor;
import dev.tenon.bench.report.Goal;
import dev.tenon.bench.report.Report;
import dev.tenon.bench.report.Table;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** Many sessions that were opened and are left alone: what each costs in memory. */
final class IdleSessions {
    private static final int FEW = 50;

    private IdleSessions() {}

    static void run(Effort effort, Report report) throws IOException {
        int many = effort.many();
        Table table = new Table(many + " idle sessions", "server", "bytes each, live", "bytes each, resident");
        for (Contender contender : List.of(Contender.SESSION, Contender.SDK_STREAMABLE)) {
            try (ServerProcess server = contender.start()) {
                open(server.port(), FEW);
                long before = server.liveBytes();
                long residentBefore = server.usage().residentBytes();
                open(server.port(), many);
                double each = (server.liveBytes() - before) / (double) many;
                double resident = (server.usage().residentBytes() - residentBefore) / (double) many;
                table.row(contender.toString(), number(each), number(resident));
                if (contender.isOurs()) {
                    report.add(Goal.atMost(4096, "an idle session: bytes", each));
                }
            }
        }
        report.add(table);
    }

    private static void open(int port, int howMany) throws IOException {
        try (Visitor visitor = new Visitor(port)) {
            for (int i = 0; i < howMany; i++) {
                visitor.openSession();
            }
        }
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.0f", value);
    }
}
