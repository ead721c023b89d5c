package dev.tenon.bench;

import dev.tenon.bench.load.BenchmarkCall;
import dev.tenon.bench.load.RequestShape;
import dev.tenon.bench.load.SequentialClient;
import dev.tenon.bench.peer.BareHttpServer;
import dev.tenon.bench.peer.BareStdioServer;
import dev.tenon.bench.report.BenchmarkReport;
import dev.tenon.bench.report.Goal;
import dev.tenon.bench.report.ReportTable;
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
 * The time from starting a process to its first answer. The system property {@code bench.tenon} names the launcher,
 * which makes and uses an archive of classes by itself.
 */
final class StartupScenario {
    private static final String LAUNCHER = "./tenon demo --stdio, with the archive it has made";
    private static final BenchmarkCall ECHO = BenchmarkCall.echo(RequestShape.MODERN, "echo", 250);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final JdkInstallation jdk;
    private final BenchmarkProfile effort;
    private final Map<String, MeasuredStart> starts = new LinkedHashMap<>();

    private StartupScenario(JdkInstallation jdk, BenchmarkProfile effort) {
        this.jdk = jdk;
        this.effort = effort;
    }

    /** Something that is started, answers once, and ends within that time. */
    @FunctionalInterface
    private interface MeasuredStart {
        double millis(Duration patience) throws IOException;
    }

    static void run(BenchmarkProfile effort, BenchmarkReport report) throws IOException {
        for (JdkInstallation jdk : JdkInstallation.selectForStart(effort.isComplete())) {
            StartupScenario stdio = new StartupScenario(jdk, effort);
            stdio.addStdioStarts();
            stdio.addReport("stdio", report);
            StartupScenario http = new StartupScenario(jdk, effort);
            http.addHttpStarts();
            http.addReport("HTTP", report);
        }
    }

    private void addStdioStarts() throws IOException {
        add("floor: a loop with Jackson", "bare-stdio", this::measureStdio, BareStdioServer.class);
        add("tenon demo --stdio", "demo-stdio", this::measureStdio, Main.class, "demo", "--stdio");
        String tenon = System.getProperty("bench.tenon");
        if (tenon != null) {
            starts.put(LAUNCHER, patience -> measureStdio(List.of(tenon, "demo", "--stdio"), patience));
        }
    }

    private void addHttpStarts() throws IOException {
        add("floor: the bare HTTP server", "bare-http", StartupScenario::measureHttp, BareHttpServer.class);
        add(
                "tenon demo --http",
                "demo-http",
                StartupScenario::measureHttp,
                Main.class,
                "demo",
                "--http",
                "127.0.0.1:0");
    }

    /** How a command is started, asked and ended. */
    @FunctionalInterface
    private interface StartMethod {
        double millis(List<String> command, Duration patience) throws IOException;
    }

    /** A program as it is, and with an archive of its own. */
    private void add(String title, String program, StartMethod way, Class<?> main, String... arguments)
            throws IOException {
        starts.put(
                title,
                patience -> way.millis(JavaCommands.fastStartCommand(jdk, List.of(), main, arguments), patience));
        if (!effort.isComplete()) {
            return;
        }
        ClassArchive archive = ClassArchive.of(jdk, program);
        Files.deleteIfExists(archive.file());
        way.millis(JavaCommands.fastStartCommand(jdk, archive.creationOptions(), main, arguments), PATIENCE);
        if (archive.exists()) {
            starts.put(
                    title + ", with an archive",
                    patience -> way.millis(
                            JavaCommands.fastStartCommand(jdk, archive.usageOptions(), main, arguments), patience));
        }
    }

    private void addReport(String transport, BenchmarkReport report) throws IOException {
        Map<String, List<Double>> seen = measureAll();
        List<Double> floor = seen.values().iterator().next();
        ReportTable table = new ReportTable(
                "Start to first answer, " + transport + ", " + jdk, "", "ms", "least", "times the floor");
        seen.forEach((what, millis) -> table.addRow(
                what,
                formatNumber(RoundSeries.median(millis)),
                formatNumber(
                        millis.stream().mapToDouble(Double::doubleValue).min().orElse(0)),
                formatNumber(RoundSeries.ratio(millis, floor))));
        report.add(table);
        List<Double> launched = seen.get(LAUNCHER);
        if (launched != null) {
            report.add(Goal.atMost(
                    1.5, "start on stdio, " + jdk + ": times the bare loop's", RoundSeries.ratio(launched, floor)));
        }
    }

    private Map<String, List<Double>> measureAll() throws IOException {
        Map<String, List<Double>> seen = new LinkedHashMap<>();
        // The first of each finds nothing in the caches of the machine.
        int first = effort.starts() > 1 ? -1 : 0;
        for (int i = first; i < effort.starts(); i++) {
            for (Map.Entry<String, MeasuredStart> start : starts.entrySet()) {
                double millis = start.getValue().millis(PATIENCE);
                if (i >= 0) {
                    seen.computeIfAbsent(start.getKey(), any -> new ArrayList<>())
                            .add(millis);
                }
            }
        }
        return seen;
    }

    private double measureStdio(List<String> command, Duration patience) throws IOException {
        long begin = System.nanoTime();
        try (StdioServerProcess called = StdioServerProcess.startQuietly(command, jdk, ECHO)) {
            called.callOnce();
            double millis = millisSince(begin);
            called.terminate(patience);
            return millis;
        }
    }

    private static double measureHttp(List<String> command, Duration patience) throws IOException {
        long begin = System.nanoTime();
        try (HttpServerProcess server = HttpServerProcess.startQuietly(command)) {
            try (SequentialClient visitor = new SequentialClient(server.port())) {
                visitor.call(ECHO);
            }
            double millis = millisSince(begin);
            server.terminate(patience);
            return millis;
        }
    }

    private static double millisSince(long begin) {
        return (System.nanoTime() - begin) / 1e6;
    }

    private static String formatNumber(double value) {
        return String.format(Locale.ROOT, value < 20 ? "%.2f" : "%.0f", value);
    }
}
