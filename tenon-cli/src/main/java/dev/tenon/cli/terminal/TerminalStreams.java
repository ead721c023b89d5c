package dev.tenon.cli.terminal;

import java.io.Console;
import java.lang.reflect.InvocationTargetException;

/**
 * Which of the standard streams are a terminal.
 *
 * @param in whether somebody types what is read
 * @param out whether somebody reads the output as it comes
 * @param err the same for standard error
 */
public record TerminalStreams(boolean in, boolean out, boolean err) {
    /** Set by the script that starts the command, which can tell: the numbers of the streams that are. */
    private static final String PROPERTY = "tenon.terminal";

    /** As it is for this process. Without the script there is only one answer for input and output together. */
    public static TerminalStreams detect() {
        String told = System.getProperty(PROPERTY);
        if (told != null) {
            return new TerminalStreams(told.contains("0"), told.contains("1"), told.contains("2"));
        }
        boolean all = isConsoleTerminal();
        return new TerminalStreams(all, all, all);
    }

    // Up to Java 21 it is null where there is no terminal.
    @SuppressWarnings("SystemConsoleNull")
    private static boolean isConsoleTerminal() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            // From Java 22 on there is a console also where there is no terminal, and one that can be asked.
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException e) {
            return true;
        } catch (IllegalAccessException | InvocationTargetException e) {
            return false;
        }
    }
}
