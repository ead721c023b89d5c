package dev.tenon.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server over HTTP in a process of its own, which ends when it is closed or when this process does. */
final class ServerProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader out;
    private final int port;

    private ServerProcess(List<String> command) throws IOException {
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String said = read();
        while (!said.contains("http://")) {
            // A profiler, for instance, has something to say first.
            said = read();
        }
        port = URI.create(said.substring(said.indexOf("http://")).split("\\s", 2)[0])
                .getPort();
    }

    /** Starts one of our programs: a class with its arguments. */
    static ServerProcess start(Class<?> main, String... arguments) throws IOException {
        return start(JavaCommand.of(main, arguments));
    }

    /** Starts a server that says where it listens. */
    static ServerProcess start(List<String> command) throws IOException {
        return new ServerProcess(command);
    }

    int port() {
        return port;
    }

    /** Has it do something, and returns what it says to that. */
    String tell(String what) throws IOException {
        OutputStream in = process.getOutputStream();
        in.write((what + "\n").getBytes(StandardCharsets.UTF_8));
        in.flush();
        return read();
    }

    /** The bytes that are in use in it after a collection: heap, and buffers beside it. */
    long liveBytes() throws IOException {
        return Long.parseLong(tell("memory").substring("memory ".length()));
    }

    private String read() throws IOException {
        String line = out.readLine();
        if (line == null) {
            throw new IOException(
                    "The server has ended: " + process.info().commandLine().orElse("?"));
        }
        return line;
    }

    Usage usage() {
        return new Usage(process);
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        process.destroy();
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
