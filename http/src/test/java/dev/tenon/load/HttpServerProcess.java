package dev.tenon.load;

import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.model.CallToolResult;
import dev.tenon.server.Limits;
import dev.tenon.server.McpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** An HTTP server in its own process, with a small heap. Its tool {@code status} returns its counters. */
final class HttpServerProcess implements AutoCloseable {
    private final Process process;
    private final int port;

    private HttpServerProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts a server with these options of the JVM. */
    static HttpServerProcess start(String... jvmOptions) throws IOException {
        Process process = StdioServerProcess.startProcess(HttpServerProcess.class, jvmOptions);
        BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String port = output.readLine();
        if (port == null) {
            process.destroyForcibly();
            throw new IOException("The server process did not start");
        }
        return new HttpServerProcess(process, Integer.parseInt(port));
    }

    /** Serves until its standard input ends. */
    public static void main(String[] args) throws Exception {
        McpServer[] mcpServers = new McpServer[1];
        TenonHttpServer[] httpServers = new TenonHttpServer[1];
        mcpServers[0] = LoadServer.builder(Limits.DEFAULT)
                .tool("status")
                .nonBlocking()
                .handler((in, call) -> CallToolResult.text(mcpServers[0].status() + " " + httpServers[0].status()))
                .tool("huge")
                .nonBlocking()
                .handler((in, call) -> "x".repeat(1_000_000))
                .build();
        httpServers[0] = TenonHttpServer.builder(mcpServers[0])
                .port(0)
                .webSocket("/ws")
                .closeServersOnShutdown()
                .start();
        System.out.println(httpServers[0].port());
        while (System.in.read() >= 0) {
            // The parent sends nothing.
        }
        httpServers[0].close();
    }

    int port() {
        return port;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Calls the tool {@code status} on a new connection. */
    String status() throws IOException {
        try (HttpConnection connection = new HttpConnection(port)) {
            HttpConnection.ReceivedResponse response = connection.post(
                    McpHttpRequests.modernCallHeaders("status"), Messages.call(Messages.MODERN, 1, "status", ""));
            return McpHttpRequests.parseMessage(response).toString();
        }
    }

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }
}
