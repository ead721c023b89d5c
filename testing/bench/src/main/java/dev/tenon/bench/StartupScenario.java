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
 * The time from the start of a process to its first response. The system property {@code bench.tenon} names the
 * launcher, which creates and uses a class archive itself.
 */
final class StartupScenario {
    private static final String LAUNCHER = "./tenon demo --stdio, with the archive it has made";
    private static final BenchmarkCall ECHO = BenchmarkCall.echo(RequestShape.MODERN, "echo", 250);
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final JdkInstallation jdk;
    private final BenchmarkProfile profile;
    private final Map<String, MeasuredStart> starts = new LinkedHashMap<>();

    private StartupScenario(JdkInstallation jdk, BenchmarkProfile profile) {
        this.jdk = jdk;
        this.profile = profile;
    }

    /** Starts a program, calls it once, and terminates it within the timeout. */
    @FunctionalInterface
    private interface MeasuredStart {
        double millis(Duration timeout) throws IOException;
    }

    static void run(BenchmarkProfile profile, BenchmarkReport report) throws IOException {
        for (JdkInstallation jdk : JdkInstallation.selectForStart(profile.isComplete())) {
            StartupScenario stdio = new StartupScenario(jdk, profile);
            stdio.addStdioStarts();
            stdio.addReport("stdio", report);
            StartupScenario http = new StartupScenario(jdk, profile);
            http.addHttpStarts();
            http.addReport("HTTP", report);
        }
    }

    private void addStdioStarts() throws IOException {
        add("floor: a loop with Jackson", "bare-stdio", this::measureStdio, BareStdioServer.class);
        add("tenon demo --stdio", "demo-stdio", this::measureStdio, Main.class, "demo", "--stdio");
        String tenon = System.getProperty("bench.tenon");
        if (tenon != null) {
            starts.put(LAUNCHER, timeout -> measureStdio(List.of(tenon, "demo", "--stdio"), timeout));
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

    /** Starts a command, calls it once, and terminates it. */
    @FunctionalInterface
    private interface StartMethod {
        double millis(List<String> command, Duration timeout) throws IOException;
    }

    /** Adds the start of a program without an archive, and with its own archive. */
    private void add(String title, String program, StartMethod method, Class<?> main, String... arguments)
            throws IOException {
        starts.put(
                title,
                timeout -> method.millis(JavaCommands.fastStartCommand(jdk, List.of(), main, arguments), timeout));
        if (!profile.isComplete()) {
            return;
        }
        ClassArchive archive = ClassArchive.of(jdk, program);
        Files.deleteIfExists(archive.file());
        method.millis(JavaCommands.fastStartCommand(jdk, archive.creationOptions(), main, arguments), TIMEOUT);
        if (archive.exists()) {
            starts.put(
                    title + ", with an archive",
                    timeout -> method.millis(
                            JavaCommands.fastStartCommand(jdk, archive.usageOptions(), main, arguments), timeout));
        }
    }

    private void addReport(String transport, BenchmarkReport report) throws IOException {
        Map<String, List<Double>> results = measureAll();
        List<Double> floor = results.values().iterator().next();
        ReportTable table = new ReportTable(
                "Start to first answer, " + transport + ", " + jdk, "", "ms", "least", "times the floor");
        results.forEach((program, millis) -> table.addRow(
                program,
                formatNumber(RoundSeries.median(millis)),
                formatNumber(
                        millis.stream().mapToDouble(Double::doubleValue).min().orElse(0)),
                formatNumber(RoundSeries.ratio(millis, floor))));
        report.add(table);
        List<Double> launched = results.get(LAUNCHER);
        if (launched != null) {
            report.add(Goal.atMost(
                    1.5, "start on stdio, " + jdk + ": times the bare loop's", RoundSeries.ratio(launched, floor)));
        }
    }

    private Map<String, List<Double>> measureAll() throws IOException {
        Map<String, List<Double>> results = new LinkedHashMap<>();
        // The first start of each is not counted: the file caches of the machine are cold.
        int first = profile.starts() > 1 ? -1 : 0;
        for (int i = first; i < profile.starts(); i++) {
            for (Map.Entry<String, MeasuredStart> start : starts.entrySet()) {
                double millis = start.getValue().millis(TIMEOUT);
                if (i >= 0) {
                    results.computeIfAbsent(start.getKey(), unused -> new ArrayList<>())
                            .add(millis);
                }
            }
        }
        return results;
    }

    private double measureStdio(List<String> command, Duration timeout) throws IOException {
        long begin = System.nanoTime();
        try (StdioServerProcess called = StdioServerProcess.startQuietly(command, jdk, ECHO)) {
            called.callOnce();
            double millis = millisSince(begin);
            called.terminate(timeout);
            return millis;
        }
    }

    private static double measureHttp(List<String> command, Duration timeout) throws IOException {
        long begin = System.nanoTime();
        try (HttpServerProcess server = HttpServerProcess.startQuietly(command)) {
            try (SequentialClient client = new SequentialClient(server.port())) {
                client.call(ECHO);
            }
            double millis = millisSince(begin);
            server.terminate(timeout);
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
