package dev.tenon.cli;

import dev.tenon.cli.error.CommandFailedException;
import dev.tenon.cli.error.ExitCode;
import java.util.Arrays;
import java.util.List;

/** Where the command starts. */
public final class Main {
    private static final List<String> STDIO_DEMO_ARGUMENTS = List.of("demo", "--stdio");
    private static final List<String> GUARD_ARGUMENTS = List.of("guard", "--");

    private Main() {}

    /** Runs the command, and ends the process with its {@link ExitCode}. */
    public static void main(String[] args) {
        System.exit(run(args));
    }

    /**
     * A client waits for a server on stdio to start: that way leaves out the parser of the command line, which is slow
     * to load.
     */
    private static int run(String[] args) {
        List<String> words = Arrays.asList(args);
        try {
            if (words.size() > 2 && words.subList(0, 2).equals(GUARD_ARGUMENTS)) {
                return GuardRunner.forConfig(new GuardOptions().toConfig(words.subList(2, words.size())), null, false)
                        .serve();
            }
            return words.equals(STDIO_DEMO_ARGUMENTS) ? StdioDemoRunner.run() : TenonCommand.run(args);
        } catch (CommandFailedException e) {
            System.err.println("tenon: " + e.getMessage());
            return e.exitCode();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCode.FAILED;
        }
    }
}
