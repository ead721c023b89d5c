package dev.tenon.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** An HTTP server in its own process, which ends when it is closed or when this process ends. */
final class HttpServerProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader out;
    private final int port;

    private HttpServerProcess(List<String> command, ProcessBuilder.Redirect errors) throws IOException {
        process = new ProcessBuilder(command).redirectError(errors).start();
        out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String output = readLine();
        while (!output.contains("http://")) {
            // Other output may precede it, for example of a profiler.
            output = readLine();
        }
        port = URI.create(output.substring(output.indexOf("http://")).split("\\s", 2)[0])
                .getPort();
    }

    /** Starts a server that prints its URL; its standard error is shown. */
    static HttpServerProcess start(List<String> command) throws IOException {
        return new HttpServerProcess(command, ProcessBuilder.Redirect.INHERIT);
    }

    /** Like {@link #start}, but discards standard error. */
    static HttpServerProcess startQuietly(List<String> command) throws IOException {
        return new HttpServerProcess(command, ProcessBuilder.Redirect.DISCARD);
    }

    int port() {
        return port;
    }

    /** Sends a command to the server and returns the line that it prints. */
    String sendCommand(String command) throws IOException {
        OutputStream in = process.getOutputStream();
        in.write((command + "\n").getBytes(StandardCharsets.UTF_8));
        in.flush();
        return readLine();
    }

    /** Returns the memory in use after a garbage collection, in bytes: heap and direct buffers. */
    long liveBytes() throws IOException {
        return Long.parseLong(sendCommand("memory").substring("memory ".length()));
    }

    private String readLine() throws IOException {
        String line = out.readLine();
        if (line == null) {
            throw new IOException("The server process has ended: "
                    + process.info().commandLine().orElse("?"));
        }
        return line;
    }

    ProcessUsage usage() {
        return new ProcessUsage(process);
    }

    /** Terminates the process and waits for it. */
    void terminate(Duration timeout) throws IOException {
        ProcessTermination.terminate(process, timeout);
    }

    @Override
    public void close() throws IOException {
        terminate(ProcessTermination.DEFAULT_TIMEOUT);
    }
}
