package dev.tenon.bench;

import dev.tenon.bench.load.Question;
import dev.tenon.bench.load.Visitor;
import dev.tenon.bench.report.Goal;
import dev.tenon.bench.report.Report;
import dev.tenon.bench.report.Table;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Large messages: calls of each size, what one costs in memory while it is handled, and one that is refused. */
final class LargeMessages {
    private static final long TOO_LARGE = 64L << 20;
    private static final List<Integer> SIZES = List.of(4 << 10, 256 << 10, 4 << 20);
    private static final List<Contender> FEW = List.of(Contender.FLOOR, Contender.MODERN, Contender.SDK_STATELESS);
    private static final List<Contender> MANY = List.of(
            Contender.FLOOR, Contender.SESSION, Contender.MODERN, Contender.SDK_STREAMABLE, Contender.SDK_STATELESS);
    private static final int CONNECTIONS = 4;
    private static final double MIB = 1 << 20;

    private LargeMessages() {}

    static void run(Effort effort, Report report) throws IOException {
        try (Race race = new Race(effort.isWhole() ? MANY : FEW, report)) {
            for (int size :
                    SIZES.stream().filter(one -> one <= effort.largest()).toList()) {
                Turns<Contender> turns = race.at(CONNECTIONS, one -> Question.echo(one.form(), one.tool("echo"), size));
                turns.warmUp(effort.large());
                Map<Contender, Series> seen = turns.take(effort.large());
                report.add(
                        RaceTable.of("HTTP tools/call, " + (size >> 10) + " KiB, connections: " + CONNECTIONS, seen));
            }
        }
        try (ServerProcess server = Contender.MODERN.start()) {
            memory(server, effort.largest(), report);
            refused(server, report);
        }
    }

    /** A handler collects all garbage and says what is in use while it has the message. */
    private static void memory(ServerProcess server, int size, Report report) throws IOException {
        live(server, 1);
        live(server, size / 2);
        double less = live(server, 1);
        double more = live(server, size - 1024);
        Table table = new Table("Memory while a message of " + (size >> 10) + " KiB is handled", "", "MiB");
        table.row("in use with a small message", mib(less)).row("in use with the large one", mib(more));
        report.add(table);
        report.add(Goal.atMost(
                3,
                "a message of " + (size >> 10) + " KiB: memory while it is handled, times its size",
                (more - less) / size));
    }

    private static double live(ServerProcess server, int bytes) throws IOException {
        try (Visitor visitor = new Visitor(server.port())) {
            String answer = visitor.ask(Question.give(Contender.MODERN.form(), "live", bytes));
            return Double.parseDouble(answer.replaceAll("(?s).*live bytes: (\\d+).*", "$1"));
        }
    }

    private static void refused(ServerProcess server, Report report) throws IOException {
        long peak = server.usage().peakBytes();
        Duration before = server.usage().processorTime();
        long begin = System.nanoTime();
        int status;
        try (Visitor visitor = new Visitor(server.port())) {
            status = visitor.announce(TOO_LARGE);
        }
        double millis = (System.nanoTime() - begin) / 1e6;
        Duration processor = server.usage().processorTime().minus(before);
        Table table = new Table("A message of 64 MiB", "", "");
        table.row("status", String.valueOf(status))
                .row("ms until it is refused", String.format(Locale.ROOT, "%.1f", millis))
                .row("processor time, ms", String.valueOf(processor.toMillis()))
                .row("more memory than ever before, MiB", mib((double)
                        (server.usage().peakBytes() - peak)));
        report.add(table);
    }

    private static String mib(double bytes) {
        return String.format(Locale.ROOT, "%.1f", bytes / MIB);
    }
}
