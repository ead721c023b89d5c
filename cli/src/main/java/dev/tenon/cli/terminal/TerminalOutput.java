package dev.tenon.cli.terminal;

import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** Writes results to standard output, and everything else to standard error. Safe for use by several threads. */
public final class TerminalOutput {
    private static final int DEFAULT_WIDTH = 100;
    private static final int MIN_WIDTH = 40;

    private final PrintWriter out;
    private final PrintWriter err;
    private final TtyStatus terminal = TtyStatus.detect();
    private final int width;
    private final boolean isStyled;
    private final ReentrantLock lock = new ReentrantLock();
    /** The width of the status line, which the next output overwrites. */
    private int statusWidth;

    /** Creates the output for these writers. {@code COLUMNS} sets the width, {@code NO_COLOR} disables bold text. */
    public TerminalOutput(PrintWriter out, PrintWriter err) {
        Map<String, String> environment = System.getenv();
        this.out = out;
        this.err = err;
        this.width = parseWidth(environment.getOrDefault("COLUMNS", ""));
        this.isStyled = environment.getOrDefault("NO_COLOR", "").isEmpty()
                && !environment.getOrDefault("TERM", "").equals("dumb");
    }

    private static int parseWidth(String columns) {
        return columns.matches("[1-9][0-9]{0,3}") ? Math.max(MIN_WIDTH, Integer.parseInt(columns)) : DEFAULT_WIDTH;
    }

    /** Returns which of the streams are a terminal. */
    public TtyStatus ttyStatus() {
        return terminal;
    }

    /** Returns the width of a line in columns. */
    public int width() {
        return width;
    }

    /** Writes a line of the result, which must be escaped already. */
    public void printLine(String line) {
        clearStatusThenPrint(() -> {
            err.flush();
            out.println(line);
            out.flush();
        });
    }

    /** Writes a paragraph of the result, wrapped to the width. */
    public void printParagraph(String text, String indent) {
        printLine(LineWrapper.wrap(text, width, indent));
    }

    /** Writes a line to standard error, which must be escaped already. */
    public void printNote(String line) {
        clearStatusThenPrint(() -> {
            err.println(line);
            err.flush();
        });
    }

    /** Writes a prompt, after which the user types on the same line. */
    public void printPrompt(String text) {
        clearStatusThenPrint(() -> {
            err.print(text);
            err.flush();
        });
    }

    /** Writes a status line to the terminal, which the next output overwrites. */
    public void updateStatusLine(String line) {
        lock.lock();
        try {
            String cut = TerminalStrings.truncate(line, width - 1);
            err.print("\r" + TerminalStrings.pad(cut, statusWidth));
            err.flush();
            statusWidth = TerminalStrings.width(cut);
        } finally {
            lock.unlock();
        }
    }

    /** Writes under the lock, after clearing the status line. */
    private void clearStatusThenPrint(Runnable lines) {
        lock.lock();
        try {
            if (statusWidth > 0) {
                err.print("\r" + " ".repeat(statusWidth) + "\r");
                statusWidth = 0;
            }
            lines.run();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the text in bold if standard output is a terminal. */
    public String bold(String text) {
        return embolden(text, isStyled && terminal.out());
    }

    /** Returns the text in bold if standard error is a terminal. */
    public String boldForStderr(String text) {
        return embolden(text, isStyled && terminal.err());
    }

    private static String embolden(String text, boolean isEnabled) {
        return isEnabled && !text.isEmpty() ? "\u001b[1m" + text + "\u001b[0m" : text;
    }
}
