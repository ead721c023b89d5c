package dev.tenon.cli;

import dev.tenon.cli.exit.ExitCode;
import dev.tenon.cli.exit.FailureException;
import java.util.List;

/** {@code tenon guard -- COMMAND}, without any option: a client waits for it to start. */
final class PlainGuard {
    private PlainGuard() {}

    /** Guards the server that this command starts, on standard input and output. */
    static int run(List<String> command) {
        try {
            return GuardRun.of(new GuardOptions().config(command), null, false).serve();
        } catch (FailureException e) {
            System.err.println("tenon: " + e.getMessage());
            return e.exitCode();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCode.FAILED;
        }
    }
}
