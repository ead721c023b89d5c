package dev.tenon.cli.terminal;

import java.io.Console;
import java.lang.reflect.InvocationTargetException;

/**
 * Which of the standard streams are a terminal.
 *
 * @param in whether standard input is a terminal
 * @param out whether standard output is a terminal
 * @param err whether standard error is a terminal
 */
public record TtyStatus(boolean in, boolean out, boolean err) {
    /** Set by the start script: the numbers of the streams that are a terminal. */
    private static final String PROPERTY = "tenon.terminal";

    /** Detects the terminals of this process. Without the start script, all streams get the same value. */
    public static TtyStatus detect() {
        String streams = System.getProperty(PROPERTY);
        if (streams != null) {
            return new TtyStatus(streams.contains("0"), streams.contains("1"), streams.contains("2"));
        }
        boolean all = isConsoleTerminal();
        return new TtyStatus(all, all, all);
    }

    // Up to Java 21 the console is null if there is no terminal.
    @SuppressWarnings("SystemConsoleNull")
    private static boolean isConsoleTerminal() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            // From Java 22 on there is a console without a terminal, too, and a method to distinguish them.
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException e) {
            return true;
        } catch (IllegalAccessException | InvocationTargetException e) {
            return false;
        }
    }
}
