package dev.tenon.bench.peer;

import dev.tenon.http.embedded.TenonHttp;
import dev.tenon.server.McpServer;
import java.io.IOException;

/** Tenon over HTTP, with both eras. */
public final class TenonHttpServer {
    private TenonHttpServer() {}

    /** Serves until the standard input ends. */
    public static void main(String[] args) throws IOException, InterruptedException {
        McpServer server = Tools.builder().build();
        TenonHttp http = TenonHttp.serving(server).port(0).start();
        Host.serve(http.port(), () -> change(server));
    }

    /** The list of tools is another one, and listeners are told. */
    private static void change(McpServer server) {
        if (!server.removeTool("extra")) {
            server.tool("extra").handler((in, call) -> "extra");
        }
    }
}
