package dev.tenon.conformance.neighbour;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The attacked server as a process: its ports, its counters and its memory. */
final class ServerProcess implements AutoCloseable {
    /**
     * The whole heap is touched at the start, as in a server that has run for some time. On a virtual machine the first
     * use of a page can take 16 microseconds, all of which would be in garbage collection pauses.
     */
    private static final List<String> HEAP = List.of("-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch");

    private final Process process;
    private final int port;
    private final int statePort;
    private final HttpClient client = HttpClient.newHttpClient();

    private ServerProcess(Process process, int port, int statePort) {
        this.process = process;
        this.port = port;
        this.statePort = statePort;
    }

    /** Starts a server; {@code program} prints the line {@code ports MCP STATE}. */
    static ServerProcess start(Path log, Class<?> program, Object... arguments) throws IOException {
        return start(log, HEAP, program, arguments);
    }

    /** Starts a server with these heap options. */
    static ServerProcess start(Path log, List<String> heap, Class<?> program, Object... arguments) throws IOException {
        Process process = JavaProcess.start(log, heap, program, arguments);
        BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] words = line.split(" ");
            if (words[0].equals("ports")) {
                return new ServerProcess(process, Integer.parseInt(words[1]), Integer.parseInt(words[2]));
            }
        }
        throw new IOException("The server process ended before it printed its ports");
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    int port() {
        return port;
    }

    Map<String, Long> counters() throws IOException, InterruptedException {
        return read("/counters");
    }

    /** Returns heap and direct memory in bytes after a full garbage collection. */
    Map<String, Long> memory() throws IOException, InterruptedException {
        return read("/memory");
    }

    private Map<String, Long> read(String page) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + statePort + page))
                .build();
        Map<String, Long> values = new TreeMap<>();
        client.send(request, HttpResponse.BodyHandlers.ofLines()).body().forEach(line -> {
            String[] words = line.split(" ");
            values.put(words[0], Long.parseLong(words[1]));
        });
        return values;
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
