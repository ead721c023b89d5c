package dev.tenon.cli;

import java.util.ArrayList;
import java.util.List;

/**
 * The result of a command that has exited.
 *
 * @param exitCode the exit code
 * @param out standard output
 * @param err standard error
 */
record CommandResult(int exitCode, String out, String err) {
    /** Declares standard input and standard error as terminals, although they are pipes. */
    private static final String TERMINAL = "-Dtenon.terminal=02";

    /** Runs a command until it exits. */
    static CommandResult run(String... args) throws Exception {
        return runWithOptions(List.of(), "", args);
    }

    /** Runs a command at a terminal with this input. */
    static CommandResult runAtTerminal(String typed, String... args) throws Exception {
        return runWithOptions(List.of(TERMINAL), typed, args);
    }

    /** Runs a command with this input, which is not a terminal. */
    static CommandResult runWithInput(String input, String... args) throws Exception {
        return runWithOptions(List.of("-Dtenon.terminal="), input, args);
    }

    private static CommandResult runWithOptions(List<String> options, String typed, String... args) throws Exception {
        try (CliProcess process = CliProcess.startWithJvmOptions(options, args)) {
            process.send(typed.getBytes(java.nio.charset.StandardCharsets.UTF_8));
            process.closeInput();
            int exitCode = process.waitFor();
            return new CommandResult(exitCode, String.join("\n", process.readRemainingLines()), process.errorOutput());
        }
    }

    /** Returns a command line that ends with the command of a server. */
    static String[] createArguments(List<String> server, String... args) {
        List<String> arguments = new ArrayList<>(List.of(args));
        arguments.add("--");
        arguments.addAll(server);
        return arguments.toArray(String[]::new);
    }
}
