package dev.tenon.conformance;

import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.coverage.support.FreePortFinder;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A server of another project, or on its SDK: how to connect to it and to stop it. */
final class RealServer implements AutoCloseable {
    private final ServerTarget target;
    private final @Nullable Process process;
    private final String marker;

    private RealServer(ServerTarget target, @Nullable Process process, String marker) {
        this.target = target;
        this.process = process;
        this.marker = marker;
    }

    /** Returns a server that each client starts itself; its script identifies the process. */
    static RealServer stdio(List<String> command) {
        return new RealServer(ServerTarget.command(command.toArray(String[]::new)), null, command.get(1));
    }

    /** Starts an HTTP server that prints a line with this text when it listens, on the port in the variable PORT. */
    static RealServer http(List<String> command, String ready, String path) throws IOException {
        int port = FreePortFinder.find();
        Process process = start(command, Map.of("PORT", String.valueOf(port)));
        awaitLine(process, ready);
        return new RealServer(ServerTarget.http("http://127.0.0.1:" + port + path), process, ready);
    }

    /** Starts an HTTP server that selects a free port and prints its URL at the end of a line. */
    static RealServer startAndReadUrl(List<String> command) throws IOException {
        Process process = start(command, Map.of());
        String line = awaitLine(process, "http://");
        URI uri = URI.create(line.substring(line.indexOf("http://")).strip());
        return new RealServer(ServerTarget.http(uri), process, line);
    }

    private static Process start(List<String> command, Map<String, String> environment) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        return process;
    }

    private static String awaitLine(Process process, String words) throws IOException {
        StringBuilder output = new StringBuilder();
        // Not closed: the server continues to write to the pipe.
        BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            output.append(line).append('\n');
            if (line.contains(words)) {
                Thread drain = new Thread(() -> lines.lines().forEach(rest -> {}), "server output");
                drain.setDaemon(true);
                drain.start();
                return line;
            }
        }
        throw new IOException("The server did not start:\n" + output);
    }

    ServerTarget target() {
        return target;
    }

    /** Returns the running processes that clients have started for this server. */
    static Stream<ProcessHandle> children(String marker) {
        return ProcessHandle.current()
                .descendants()
                .filter(child -> child.info().commandLine().orElse("").contains(marker));
    }

    /** Returns whether no process that a client has started for this server is running. */
    boolean hasNoProcesses() {
        return process != null || children(marker).findAny().isEmpty();
    }

    boolean isStdio() {
        return process == null;
    }

    @Override
    public void close() {
        if (process != null) {
            process.destroy();
            try {
                if (!process.waitFor(5, TimeUnit.SECONDS)) {
                    process.destroyForcibly().waitFor();
                }
            } catch (InterruptedException e) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
    }
}
