package dev.tenon.cli;

import java.util.ArrayList;
import java.util.List;

/**
 * What a command that has ended said.
 *
 * @param exitCode what the shell got
 * @param out standard output
 * @param err standard error
 */
record CommandRun(int exitCode, String out, String err) {
    /** A terminal of which only the input and standard error are one, so that both can be pipes here. */
    private static final String TERMINAL = "-Dtenon.terminal=02";

    /** Runs a command to its end. */
    static CommandRun tenon(String... args) throws Exception {
        return typing(List.of(), "", args);
    }

    /** The same, of a user at a terminal who types this. */
    static CommandRun atTerminal(String typed, String... args) throws Exception {
        return typing(List.of(TERMINAL), typed, args);
    }

    /** The same, with something on standard input that is no terminal. */
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

    /** The words of a command line with a server's command behind them. */
    static String[] on(List<String> server, String... args) {
        List<String> words = new ArrayList<>(List.of(args));
        words.add("--");
        words.addAll(server);
        return words.toArray(String[]::new);
    }
}
