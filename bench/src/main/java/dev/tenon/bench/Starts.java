package dev.tenon.bench;

import dev.tenon.bench.load.Form;
import dev.tenon.bench.load.Question;
import dev.tenon.bench.load.Visitor;
import dev.tenon.bench.peer.BareHttp;
import dev.tenon.bench.peer.BareStdio;
import dev.tenon.bench.report.Goal;
import dev.tenon.bench.report.Report;
import dev.tenon.bench.report.Table;
import dev.tenon.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The time from starting a process to its first answer. The system property {@code bench.tenon} names the launcher, which
 * makes and uses an archive of classes by itself.
 */
final class Starts {
    private static final String LAUNCHER = "./tenon demo --stdio, with the archive it has made";
    private static final Question ECHO = Question.echo(Form.MODERN, "echo", 250);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Jdk jdk;
    private final Effort effort;
    private final Map<String, Start> starts = new LinkedHashMap<>();

    private Starts(Jdk jdk, Effort effort) {
        this.jdk = jdk;
        this.effort = effort;
    }

    /** Something that is started, answers once, and ends within that time. */
    @FunctionalInterface
    private interface Start {
        double millis(Duration patience) throws IOException;
    }

    static void run(Effort effort, Report report) throws IOException {
        for (Jdk jdk : Jdk.toStart(effort.isWhole())) {
            Starts stdio = new Starts(jdk, effort);
            stdio.onStdio();
            stdio.measure("stdio", report);
            Starts http = new Starts(jdk, effort);
            http.overHttp();
            http.measure("HTTP", report);
        }
    }

    private void onStdio() throws IOException {
        add("floor: a loop with Jackson", "bare-stdio", this::lines, BareStdio.class);
        add("tenon demo --stdio", "demo-stdio", this::lines, Main.class, "demo", "--stdio");
        String tenon = System.getProperty("bench.tenon");
        if (tenon != null) {
            starts.put(LAUNCHER, patience -> lines(List.of(tenon, "demo", "--stdio"), patience));
        }
    }

    private void overHttp() throws IOException {
        add("floor: the bare HTTP server", "bare-http", Starts::http, BareHttp.class);
        add("tenon demo --http", "demo-http", Starts::http, Main.class, "demo", "--http", "127.0.0.1:0");
    }

    /** How a command is started, asked and ended. */
    @FunctionalInterface
    private interface Way {
        double millis(List<String> command, Duration patience) throws IOException;
    }

    /** A program as it is, and with an archive of its own. */
    private void add(String title, String program, Way way, Class<?> main, String... arguments) throws IOException {
        starts.put(title, patience -> way.millis(JavaCommand.starting(jdk, List.of(), main, arguments), patience));
        if (!effort.isWhole()) {
            return;
        }
        Archive archive = Archive.of(jdk, program);
        Files.deleteIfExists(archive.file());
        way.millis(JavaCommand.starting(jdk, archive.making(), main, arguments), PATIENCE);
        if (archive.isMade()) {
            starts.put(
                    title + ", with an archive",
                    patience -> way.millis(JavaCommand.starting(jdk, archive.using(), main, arguments), patience));
        }
    }

    private void measure(String transport, Report report) throws IOException {
        Map<String, List<Double>> seen = seen();
        List<Double> floor = seen.values().iterator().next();
        Table table =
                new Table("Start to first answer, " + transport + ", " + jdk, "", "ms", "least", "times the floor");
        seen.forEach((what, millis) -> table.row(
                what,
                number(Series.median(millis)),
                number(millis.stream().mapToDouble(Double::doubleValue).min().orElse(0)),
                number(Series.ratio(millis, floor))));
        report.add(table);
        List<Double> launched = seen.get(LAUNCHER);
        if (launched != null) {
            report.add(Goal.atMost(
                    1.5, "start on stdio, " + jdk + ": times the bare loop's", Series.ratio(launched, floor)));
        }
    }

    private Map<String, List<Double>> seen() throws IOException {
        Map<String, List<Double>> seen = new LinkedHashMap<>();
        // The first of each finds nothing in the caches of the machine.
        int first = effort.starts() > 1 ? -1 : 0;
        for (int i = first; i < effort.starts(); i++) {
            for (Map.Entry<String, Start> start : starts.entrySet()) {
                double millis = start.getValue().millis(PATIENCE);
                if (i >= 0) {
                    seen.computeIfAbsent(start.getKey(), any -> new ArrayList<>())
                            .add(millis);
                }
            }
        }
        return seen;
    }

    private double lines(List<String> command, Duration patience) throws IOException {
        long begin = System.nanoTime();
        try (Called called = Called.startQuietly(command, jdk, ECHO)) {
            called.once();
            double millis = millisSince(begin);
            called.end(patience);
            return millis;
        }
    }

    private static double http(List<String> command, Duration patience) throws IOException {
        long begin = System.nanoTime();
        try (ServerProcess server = ServerProcess.startQuietly(command)) {
            try (Visitor visitor = new Visitor(server.port())) {
                visitor.ask(ECHO);
            }
            double millis = millisSince(begin);
            server.end(patience);
            return millis;
        }
    }

    private static double millisSince(long begin) {
        return (System.nanoTime() - begin) / 1e6;
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value < 20 ? "%.2f" : "%.0f", value);
    }
}
