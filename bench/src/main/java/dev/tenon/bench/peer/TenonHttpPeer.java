package dev.tenon.bench.peer;

import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.server.McpServer;
import java.io.IOException;

/** Tenon over HTTP, with both eras. */
public final class TenonHttpPeer {
    private TenonHttpPeer() {}

    /** Serves until the standard input ends. */
    public static void main(String[] args) throws IOException, InterruptedException {
        McpServer server = TenonTools.builder().build();
        TenonHttpServer http = TenonHttpServer.builder(server).port(0).start();
        PeerControl.serve(http.port(), () -> change(server));
    }

    /** The list of tools is another one, and listeners are told. */
    private static void change(McpServer server) {
        if (!server.removeTool("extra")) {
            server.addTool("extra").handler((in, call) -> "extra");
        }
    }
}
