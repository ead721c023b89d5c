package dev.tenon.cli.client;

import dev.tenon.cli.terminal.TextEscaper;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Keeps the last lines that a server process wrote to standard error. They usually explain why it exited. */
final class StderrTail implements Consumer<String> {
    private static final int MAX_LINES = 5;
    private static final int MAX_LINE_CHARS = 500;

    private final Deque<String> lines = new ConcurrentLinkedDeque<>();
    private final Consumer<String> next;

    /** Creates a tail that passes each line to {@code next}. */
    StderrTail(Consumer<String> next) {
        this.next = next;
    }

    @Override
    public void accept(String line) {
        next.accept(line);
        if (!line.isBlank()) {
            lines.addLast(TextEscaper.escapeLine(line.substring(0, Math.min(MAX_LINE_CHARS, line.length()))));
        }
        if (lines.size() > MAX_LINES) {
            lines.pollFirst();
        }
    }

    /** Returns the lines that the message does not contain, for appending to it. */
    String formatLinesMissingIn(String message) {
        String missing = lines.stream()
                .distinct()
                .filter(line -> !message.contains(line.strip()))
                .map(line -> "\n  " + line)
                .collect(Collectors.joining());
        return missing.isEmpty() ? "" : "\nLast lines of its standard error:" + missing;
    }
}
