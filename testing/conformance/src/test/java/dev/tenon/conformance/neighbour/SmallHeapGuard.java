package dev.tenon.conformance.neighbour;

import dev.tenon.conformance.StrictGuard;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.server.McpServer;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A guard with every policy, pins and the audit log enabled. Its upstream server is in the same process, and clients
 * can subscribe to its resources. The argument is a folder for the files of the guard.
 */
final class SmallHeapGuard {
    private SmallHeapGuard() {}

    record TextArguments(String text) {}

    public static void main(String[] arguments) throws IOException {
        McpServer upstream = McpServer.builder("upstream", "1")
                .tool("echo")
                .input(TextArguments.class)
                .handler((text, call) -> text.text())
                .resourceTemplate("test://{name}")
                .name("any")
                .handler((request, call) -> "any")
                .build();
        TenonHttpServer upstreamHttp = TenonHttpServer.builder(upstream).port(0).start();
        StrictGuard strict =
                StrictGuard.create("upstream: {url: \"" + upstreamHttp.uri() + "\"}", Path.of(arguments[0]));
        NeighbourGuard.run(strict);
    }
}
