package dev.tenon.conformance;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The fixture server in its own process, over HTTP on a free port. */
final class FixtureProcess implements AutoCloseable {
    private static final Pattern URL = Pattern.compile("http://127\\.0\\.0\\.1:\\d+/\\S+");
    private final Process process;
    private final String url;

    private FixtureProcess(Process process, String url) {
        this.process = process;
        this.url = url;
    }

    /** Returns the command that starts the fixture with these arguments: a port and options, or {@code --stdio}. */
    static List<String> command(String... arguments) {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        List<String> command = new ArrayList<>(List.of(
                java.toString(),
                "-ea:dev.tenon...",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.tenon.conformance.FixtureLauncher"));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Starts the process and waits until it has printed its URL. */
    static FixtureProcess start() throws IOException {
        Process process =
                new ProcessBuilder(command("0")).redirectErrorStream(true).start();
        StringBuilder output = new StringBuilder();
        // Not closed: the server continues to write to the pipe.
        BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            output.append(line).append('\n');
            Matcher found = URL.matcher(line);
            if (found.find()) {
                drain(lines);
                return new FixtureProcess(process, found.group());
            }
        }
        throw new IOException("The fixture did not start:\n" + output);
    }

    private static void drain(BufferedReader lines) {
        Thread thread = new Thread(() -> lines.lines().forEach(System.err::println), "fixture output");
        thread.setDaemon(true);
        thread.start();
    }

    String url() {
        return url;
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }
}
