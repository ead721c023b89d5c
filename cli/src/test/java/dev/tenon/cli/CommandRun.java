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
record CommandRun(int exitCode, String out, String err) {
    /** Declares standard input and standard error as terminals, although they are pipes. */
    private static final String TERMINAL = "-Dtenon.terminal=02";

    /** Runs a command until it exits. */
    static CommandRun tenon(String... args) throws Exception {
        return typing(List.of(), "", args);
    }

    /** Runs a command at a terminal with this input. */
    static CommandRun atTerminal(String typed, String... args) throws Exception {
        return typing(List.of(TERMINAL), typed, args);
    }

    /** Runs a command with this input, which is not a terminal. */
    static CommandRun withInput(String input, String... args) throws Exception {
        return typing(List.of("-Dtenon.terminal="), input, args);
    }

    private static CommandRun typing(List<String> options, String typed, String... args) throws Exception {
        try (CliProcess process = CliProcess.java(options, args)) {
            process.send(typed.getBytes(java.nio.charset.StandardCharsets.UTF_8));
            process.endInput();
            int exitCode = process.exitCode();
            return new CommandRun(exitCode, String.join("\n", process.remaining()), process.errors());
        }
    }

    /** Returns a command line that ends with the command of a server. */
    static String[] on(List<String> server, String... args) {
        List<String> words = new ArrayList<>(List.of(args));
        words.add("--");
        words.addAll(server);
        return words.toArray(String[]::new);
    }
}
