package dev.tenon.cli.client;

import dev.tenon.cli.terminal.TextEscaper;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** What a server that was started printed to its standard error last: when it ends, that mostly says why. */
final class StderrTail implements Consumer<String> {
    private static final int MAX_LINES = 5;
    private static final int MAX_LINE_CHARS = 500;

    private final Deque<String> lines = new ConcurrentLinkedDeque<>();
    private final Consumer<String> next;

    /** Hands each line on. */
    StderrTail(Consumer<String> next) {
        this.next = next;
    }

    @Override
    public void accept(String line) {
        next.accept(line);
        if (line.isBlank()) {
            return;
        }
        lines.addLast(TextEscaper.escapeLine(line.substring(0, Math.min(MAX_LINE_CHARS, line.length()))));
        if (lines.size() > MAX_LINES) {
            lines.pollFirst();
        }
    }

    /** The lines that a message does not hold yet, to be put behind it. */
    String linesMissingIn(String message) {
        String missing = lines.stream()
                .distinct()
                .filter(line -> !message.contains(line.strip()))
                .map(line -> "\n  " + line)
                .collect(Collectors.joining());
        return missing.isEmpty() ? "" : "\nIts last words:" + missing;
    }
}
