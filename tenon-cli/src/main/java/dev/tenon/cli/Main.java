package dev.tenon.cli;

import dev.tenon.cli.exit.ExitCode;
import dev.tenon.cli.exit.FailureException;
import java.util.Arrays;
import java.util.List;

/** Where the command starts. */
public final class Main {
    private static final List<String> PLAIN_STDIO = List.of("demo", "--stdio");
    private static final List<String> PLAIN_GUARD = List.of("guard", "--");

    private Main() {}

    /** Runs the command, and ends the process with its {@link ExitCode}. */
    public static void main(String[] args) {
        System.exit(run(args));
    }

    /** A client waits for a server on stdio to start: that way leaves out the parser of the command line, which is slow to load. */
    private static int run(String[] args) {
        List<String> words = Arrays.asList(args);
        try {
            if (words.size() > 2 && words.subList(0, 2).equals(PLAIN_GUARD)) {
                return GuardRun.of(new GuardOptions().config(words.subList(2, words.size())), null, false)
                        .serve();
            }
            return words.equals(PLAIN_STDIO) ? StdioDemo.run() : TenonCommand.run(args);
        } catch (FailureException e) {
            System.err.println("tenon: " + e.getMessage());
            return e.exitCode();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCode.FAILED;
        }
    }
}
