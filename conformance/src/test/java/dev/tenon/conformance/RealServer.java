package dev.tenon.conformance;

import dev.tenon.client.endpoint.ServerTarget;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A server that other people wrote, or that runs on what they wrote: how to get to it, and its end. */
final class RealServer implements AutoCloseable {
    private final ServerTarget target;
    private final @Nullable Process process;
    private final String mark;

    private RealServer(ServerTarget target, @Nullable Process process, String mark) {
        this.target = target;
        this.process = process;
        this.mark = mark;
    }

    /** One that each client starts for itself; its script is its mark among processes. */
    static RealServer stdio(List<String> command) {
        return new RealServer(ServerTarget.command(command.toArray(String[]::new)), null, command.get(1));
    }

    /** One over HTTP, which prints a line with these words when it listens; PORT in its environment says where. */
    static RealServer http(List<String> command, String ready, String path) throws IOException {
        int port = freePort();
        Process process = start(command, Map.of("PORT", String.valueOf(port)));
        awaitLine(process, ready);
        return new RealServer(ServerTarget.http("http://127.0.0.1:" + port + path), process, ready);
    }

    /** One over HTTP, which takes a free port and prints its URL at the end of a line. */
    static RealServer printingUrl(List<String> command) throws IOException {
        Process process = start(command, Map.of());
        String line = awaitLine(process, "http://");
        URI uri = URI.create(line.substring(line.indexOf("http://")).strip());
        return new RealServer(ServerTarget.http(uri), process, line);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static Process start(List<String> command, Map<String, String> environment) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        return process;
    }

    private static String awaitLine(Process process, String words) throws IOException {
        StringBuilder printed = new StringBuilder();
        // Not closed: that would close the pipe to which the server goes on printing.
        BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            printed.append(line).append('\n');
            if (line.contains(words)) {
                Thread drain = new Thread(() -> lines.lines().forEach(rest -> {}), "server output");
                drain.setDaemon(true);
                drain.start();
                return line;
            }
        }
        throw new IOException("The server did not start:\n" + printed);
    }

    ServerTarget target() {
        return target;
    }

    /** The processes that clients started for this server and that live. */
    static Stream<ProcessHandle> children(String mark) {
        return ProcessHandle.current()
                .descendants()
                .filter(child -> child.info().commandLine().orElse("").contains(mark));
    }

    /** Whether no process of this server is left that a client started. */
    boolean leftNothing() {
        return process != null || children(mark).findAny().isEmpty();
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
