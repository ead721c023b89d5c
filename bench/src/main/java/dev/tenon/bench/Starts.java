package dev.tenon.bench;

import dev.tenon.bench.load.Form;
import dev.tenon.bench.load.Question;
import dev.tenon.bench.load.Visitor;
import dev.tenon.bench.peer.BareHttp;
import dev.tenon.bench.report.Goal;
import dev.tenon.bench.report.Report;
import dev.tenon.bench.report.Table;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The time from starting a process to its first answer. The system property {@code bench.tenon} names the launcher, which
 * makes and uses an archive of classes; {@code bench.jdks} names the JDKs to start with, by default this one.
 */
final class Starts {
    private static final String BARE = "floor: a loop with Jackson, stdio";
    private static final String LAUNCHER = "./tenon demo --stdio, with its archive";
    private static final Question ECHO = Question.echo(Form.MODERN, "echo", 250);

    private Starts() {}

    /** Something to start, once. */
    @FunctionalInterface
    private interface Start {
        double millis() throws IOException, InterruptedException;
    }

    static void run(Effort effort, Report report) throws IOException {
        String jdks = System.getProperty("bench.jdks", System.getProperty("java.home"));
        for (String jdk : jdks.split(File.pathSeparator, -1)) {
            Map<String, Series> seen = seen(effort, starts(jdk));
            String which = Path.of(jdk).getFileName().toString();
            Table table = new Table("Start to first answer, " + which, "", "ms", "times the floor");
            seen.forEach((what, series) -> table.row(
                    what,
                    number(series.median(Round::p50)),
                    number(series.ratioTo(Series.of(BARE, seen), Round::p50))));
            report.add(table);
            if (seen.containsKey(LAUNCHER)) {
                double ratio = Series.of(LAUNCHER, seen).ratioTo(Series.of(BARE, seen), Round::p50);
                report.add(Goal.atMost(1.5, "start on stdio, " + which + ": times the bare loop's", ratio));
            }
        }
    }

    private static Map<String, Start> starts(String jdk) {
        String java = Path.of(jdk, "bin", "java").toString();
        Map<String, Start> starts = new LinkedHashMap<>();
        starts.put(BARE, () -> StartTime.firstAnswer(java(java, BareLoop.class.getName()), jdk));
        String tenon = System.getProperty("bench.tenon");
        if (tenon != null) {
            starts.put(LAUNCHER, () -> StartTime.firstAnswer(List.of(tenon, "demo", "--stdio"), jdk));
        }
        starts.put(
                "tenon demo --stdio, without an archive",
                () -> StartTime.firstAnswer(java(java, "dev.tenon.cli.Main", "demo", "--stdio"), jdk));
        starts.put("floor: the bare HTTP server", () -> overHttp(java(java, BareHttp.class.getName())));
        starts.put(
                "tenon demo --http, without an archive",
                () -> overHttp(java(java, "dev.tenon.cli.Main", "demo", "--http", "127.0.0.1:0")));
        return starts;
    }

    private static List<String> java(String java, String... mainAndArguments) {
        List<String> command = new ArrayList<>(List.of(
                java,
                "-XX:+UseSerialGC",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                "-cp",
                System.getProperty("java.class.path")));
        Collections.addAll(command, mainAndArguments);
        return command;
    }

    private static Map<String, Series> seen(Effort effort, Map<String, Start> starts) throws IOException {
        Map<String, Series> seen = new LinkedHashMap<>();
        // The first of each finds nothing in the caches of the machine.
        int first = effort.starts() > 1 ? -1 : 0;
        for (int i = first; i < effort.starts(); i++) {
            for (Map.Entry<String, Start> start : starts.entrySet()) {
                double millis = millis(start.getValue());
                if (i >= 0) {
                    seen.computeIfAbsent(start.getKey(), any -> new Series()).add(new Round(0, millis, millis, 0, 0));
                }
            }
        }
        return seen;
    }

    private static double millis(Start start) throws IOException {
        try {
            return start.millis();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    private static double overHttp(List<String> command) throws IOException {
        long begin = System.nanoTime();
        try (ServerProcess server = ServerProcess.start(command);
                Visitor visitor = new Visitor(server.port())) {
            visitor.ask(ECHO);
            return (System.nanoTime() - begin) / 1e6;
        }
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value < 20 ? "%.2f" : "%.0f", value);
    }
}
