package dev.tenon.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** A server over HTTP in a process of its own, which ends when it is closed or when this process does. */
final class HttpServerProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader out;
    private final int port;

    private HttpServerProcess(List<String> command, ProcessBuilder.Redirect errors) throws IOException {
        process = new ProcessBuilder(command).redirectError(errors).start();
        out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String said = readLine();
        while (!said.contains("http://")) {
            // A profiler, for instance, has something to say first.
            said = readLine();
        }
        port = URI.create(said.substring(said.indexOf("http://")).split("\\s", 2)[0])
                .getPort();
    }

    /** Starts a server that says where it listens, and whose complaints are to be seen. */
    static HttpServerProcess start(List<String> command) throws IOException {
        return new HttpServerProcess(command, ProcessBuilder.Redirect.INHERIT);
    }

    /** The same, and what it says beside that is nobody's. */
    static HttpServerProcess startQuietly(List<String> command) throws IOException {
        return new HttpServerProcess(command, ProcessBuilder.Redirect.DISCARD);
    }

    int port() {
        return port;
    }

    /** Has it do something, and returns what it says to that. */
    String sendCommand(String what) throws IOException {
        OutputStream in = process.getOutputStream();
        in.write((what + "\n").getBytes(StandardCharsets.UTF_8));
        in.flush();
        return readLine();
    }

    /** The bytes that are in use in it after a collection: heap, and buffers beside it. */
    long liveBytes() throws IOException {
        return Long.parseLong(sendCommand("memory").substring("memory ".length()));
    }

    private String readLine() throws IOException {
        String line = out.readLine();
        if (line == null) {
            throw new IOException(
                    "The server has ended: " + process.info().commandLine().orElse("?"));
        }
        return line;
    }

    ProcessUsage usage() {
        return new ProcessUsage(process);
    }

    /** Asks it to end, and waits for that. */
    void terminate(Duration patience) throws IOException {
        ProcessTermination.terminate(process, patience);
    }

    @Override
    public void close() throws IOException {
        terminate(ProcessTermination.DEFAULT_TIMEOUT);
    }
}
