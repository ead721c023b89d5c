package dev.tenon.cli;

import dev.tenon.server.McpServer;

/** A server over stdio whose tool has the first argument as its description. */
final class DescribedToolServer {
    private DescribedToolServer() {}

    /** Serves until its input ends. */
    public static void main(String[] args) throws InterruptedException {
        try (McpServer server = McpServer.builder("moody", "1")
                .tool("add")
                .description(args[0])
                .handler((arguments, call) -> "3")
                .tool("steady")
                .description("Always the same")
                .handler((arguments, call) -> "same")
                .build()) {
            server.serveStdio();
        }
    }
}
