package dev.tenon.cli;

import dev.tenon.cli.error.CommandFailedException;
import dev.tenon.cli.error.ExitCode;
import java.util.Arrays;
import java.util.List;

/** The main class of the {@code tenon} command. */
public final class Main {
    private static final List<String> STDIO_DEMO_ARGUMENTS = List.of("demo", "--stdio");
    private static final List<String> GUARD_ARGUMENTS = List.of("guard", "--");

    private Main() {}

    /** Runs the command and exits the process with its {@link ExitCode}. */
    public static void main(String[] args) {
        System.exit(run(args));
    }

    /**
     * Runs the command. Two common stdio commands bypass picocli, which is slow to load, because the client waits for
     * the server to start.
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
