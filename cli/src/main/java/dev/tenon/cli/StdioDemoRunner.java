package dev.tenon.cli;

import dev.tenon.cli.demo.DemoServer;
import dev.tenon.cli.error.ExitCode;

/** Serves the demo over stdio. Messages for users go to standard error. */
final class StdioDemoRunner {
    private StdioDemoRunner() {}

    /** Serves until the client closes standard input. */
    static int run() throws InterruptedException {
        DemoServer demo = new DemoServer(ProductVersion.current());
        ShutdownHook shutdown = ShutdownHook.register(System.err, demo.server()::close);
        System.err.print(DemoBanner.forStdio(demo));
        demo.server().serveStdio();
        shutdown.disable();
        return ExitCode.OK;
    }
}
