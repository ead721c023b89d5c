package dev.tenon.cli;

import dev.tenon.cli.demo.DemoServer;
import dev.tenon.cli.exit.ExitCode;
import dev.tenon.server.McpServer;

/** Serves the demo to the one client on standard input and output. Everything for people goes to standard error. */
final class StdioDemo {
    private StdioDemo() {}

    /** Serves until the client closes standard input. */
    static int run() throws InterruptedException {
        DemoServer demo = new DemoServer(Version.get());
        McpServer server = demo.server();
        Shutdown shutdown = Shutdown.by(System.err, server::close);
        System.err.print(Welcome.stdio(demo));
        server.serveStdio();
        shutdown.isOver();
        return ExitCode.OK;
    }
}
