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
final class HttpChild implements AutoCloseable {
    private final Process process;
    private final int port;

    private HttpChild(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts a server with these options of the JVM. */
    static HttpChild start(String... jvmOptions) throws IOException {
        Process process = Child.launch(HttpChild.class, jvmOptions);
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String port = out.readLine();
        if (port == null) {
            process.destroyForcibly();
            throw new IOException("The child did not start");
        }
        return new HttpChild(process, Integer.parseInt(port));
    }

    /** Serves until its standard input ends. */
    public static void main(String[] args) throws Exception {
        McpServer[] self = new McpServer[1];
        TenonHttpServer[] http = new TenonHttpServer[1];
        self[0] = LoadServer.with(Limits.DEFAULT)
                .tool("status")
                .nonBlocking()
                .handler((in, call) -> CallToolResult.text(self[0].status() + " " + http[0].status()))
                .tool("huge")
                .nonBlocking()
                .handler((in, call) -> "x".repeat(1_000_000))
                .build();
        http[0] = TenonHttpServer.builder(self[0])
                .port(0)
                .webSocket("/ws")
                .closeServersOnShutdown()
                .start();
        System.out.println(http[0].port());
        while (System.in.read() >= 0) {
            // The parent sends nothing.
        }
        http[0].close();
    }

    int port() {
        return port;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Calls the tool {@code status} on a new connection. */
    String status() throws IOException {
        try (Connection connection = new Connection(port)) {
            Connection.Answer response =
                    connection.post(HttpClients.modernCall("status"), Messages.call(Messages.MODERN, 1, "status", ""));
            return HttpClients.message(response).toString();
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
