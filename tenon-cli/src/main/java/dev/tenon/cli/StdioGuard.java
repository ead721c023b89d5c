package dev.tenon.cli;

import dev.tenon.cli.exit.ExitCode;
import dev.tenon.client.Target;
import dev.tenon.guard.Guard;
import dev.tenon.model.Implementation;
import java.util.List;

/** Guards a server for the one client on standard input and output. Everything for people goes to standard error. */
final class StdioGuard {
    private StdioGuard() {}

    /** Guards the server that this command starts. */
    static int run(List<String> command) {
        return run(GuardTargets.command(command));
    }

    /** Serves until the client closes standard input. */
    static int run(Target target) {
        Guard guard = Guard.before(target)
                .implementation(Implementation.of("tenon-guard", Version.get()))
                .build();
        Shutdown shutdown = Shutdown.by(System.err, guard::close);
        try {
            guard.server().serveStdio();
            guard.close();
            shutdown.isOver();
            return ExitCode.OK;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCode.FAILED;
        }
    }
}
