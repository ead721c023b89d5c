package dev.tenon.bench.peer;

import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.server.McpServer;
import java.io.IOException;

/** Tenon over HTTP, with both protocol eras. */
public final class TenonHttpPeer {
    private TenonHttpPeer() {}

    /** Serves until standard input ends. */
    public static void main(String[] args) throws IOException, InterruptedException {
        McpServer server = TenonTools.builder().build();
        TenonHttpServer http = TenonHttpServer.builder(server).port(0).start();
        PeerControl.serve(http.port(), () -> change(server));
    }

    /** Changes the list of tools, so that listeners are notified. */
    private static void change(McpServer server) {
        if (!server.removeTool("extra")) {
            server.addTool("extra").handler((in, call) -> "extra");
        }
    }
}
