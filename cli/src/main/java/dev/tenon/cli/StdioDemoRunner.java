package dev.tenon.cli;

import dev.tenon.cli.demo.DemoServer;
import dev.tenon.cli.error.ExitCode;
import dev.tenon.server.McpServer;

/** Serves the demo over stdio. Messages for users go to standard error. */
final class StdioDemoRunner {
    private StdioDemoRunner() {}

    /** Serves until the client closes standard input. */
    static int run() throws InterruptedException {
        DemoServer demo = new DemoServer(ProductVersion.current());
        McpServer server = demo.server();
        ShutdownHook shutdown = ShutdownHook.register(System.err, server::close);
        System.err.print(DemoBanner.forStdio(demo));
        server.serveStdio();
        shutdown.disable();
        return ExitCode.OK;
    }
}
