package dev.tenon.cli.client;

import dev.tenon.cli.terminal.TerminalOutput;
import dev.tenon.cli.terminal.TextEscaper;
import dev.tenon.client.MessageTracer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Prints each message on a line with its time and direction. */
final class TracePrinter implements MessageTracer {
    private final TerminalOutput screen;
    private final long start = System.nanoTime();

    TracePrinter(TerminalOutput screen) {
        this.screen = screen;
    }

    @Override
    public void onMessage(TraceDirection direction, byte[] bytes) {
        printLine(direction == TraceDirection.SENT ? "→" : "←", new String(bytes, StandardCharsets.UTF_8));
    }

    /** Prints a line that the server process wrote to standard error. */
    void printStderr(String line) {
        printLine("!", line);
    }

    private void printLine(String sign, String text) {
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
        screen.printNote(String.format("%6d ms %s %s", millis, sign, TextEscaper.escapeLine(text.strip())));
    }
}
