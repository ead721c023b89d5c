package dev.tenon.cli.terminal;

import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** Where a command writes: results to standard output, everything else to standard error. Used by many threads. */
public final class TerminalOutput {
    private static final int USUAL_WIDTH = 100;
    private static final int NARROWEST = 40;

    private final PrintWriter out;
    private final PrintWriter err;
    private final TerminalStreams terminal = TerminalStreams.detect();
    private final int width;
    private final boolean colours;
    private final ReentrantLock lock = new ReentrantLock();
    /** How much of the last line of the terminal is to be written over. */
    private int status;

    private TerminalOutput(PrintWriter out, PrintWriter err) {
        Map<String, String> environment = System.getenv();
        this.out = out;
        this.err = err;
        this.width = width(environment.getOrDefault("COLUMNS", ""));
        this.colours = environment.getOrDefault("NO_COLOR", "").isEmpty()
                && !environment.getOrDefault("TERM", "").equals("dumb");
    }

    /** Writes there, as wide as {@code COLUMNS} says, and without colours where {@code NO_COLOR} is set. */
    public static TerminalOutput of(PrintWriter out, PrintWriter err) {
        return new TerminalOutput(out, err);
    }

    private static int width(String columns) {
        return columns.matches("[1-9][0-9]{0,3}") ? Math.max(NARROWEST, Integer.parseInt(columns)) : USUAL_WIDTH;
    }

    /** Which of the streams are a terminal. */
    public TerminalStreams streams() {
        return terminal;
    }

    /** How many letters a line has. */
    public int width() {
        return width;
    }

    /** Writes a line of the result. It is visible already. */
    public void printLine(String line) {
        printLocked(() -> {
            err.flush();
            out.println(line);
            out.flush();
        });
    }

    /** Writes running text of the result, broken into lines that fit. */
    public void printParagraph(String text, String indent) {
        printLine(LineWrapper.wrap(text, width, indent));
    }

    /** Writes a line beside the result. It is visible already. */
    public void printNote(String line) {
        printLocked(() -> {
            err.println(line);
            err.flush();
        });
    }

    /** Writes the beginning of a line, behind which somebody types the rest. */
    public void printPrompt(String text) {
        printLocked(() -> {
            err.print(text);
            err.flush();
        });
    }

    /** Writes a line to a terminal that the next one takes the place of. */
    public void printStatus(String line) {
        lock.lock();
        try {
            String cut = TerminalStrings.truncate(line, width - 1);
            err.print("\r" + TerminalStrings.pad(cut, status));
            err.flush();
            status = TerminalStrings.width(cut);
        } finally {
            lock.unlock();
        }
    }

    /** Writes in its turn, in the place of a line that the next one takes the place of. */
    private void printLocked(Runnable lines) {
        lock.lock();
        try {
            if (status > 0) {
                err.print("\r" + " ".repeat(status) + "\r");
                status = 0;
            }
            lines.run();
        } finally {
            lock.unlock();
        }
    }

    /** The text so that it strikes the eye, where that can be. */
    public String bold(String text) {
        return embolden(text, colours && terminal.out());
    }

    /** The same for text that goes beside the result. */
    public String boldForStderr(String text) {
        return embolden(text, colours && terminal.err());
    }

    private static String embolden(String text, boolean can) {
        return can && !text.isEmpty() ? "\u001b[1m" + text + "\u001b[0m" : text;
    }
}
