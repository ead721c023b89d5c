package dev.tenon.cli.calling;

import dev.tenon.cli.screen.Screen;
import dev.tenon.cli.screen.Visible;
import dev.tenon.client.Trace;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Prints each message on a line: when, which way, what. */
final class TraceLines implements Trace {
    private final Screen screen;
    private final long start = System.nanoTime();

    TraceLines(Screen screen) {
        this.screen = screen;
    }

    @Override
    public void message(Direction direction, byte[] bytes) {
        line(direction == Direction.SENT ? "→" : "←", new String(bytes, StandardCharsets.UTF_8));
    }

    /** What a server that was started prints to its standard error. */
    void error(String line) {
        line("!", line);
    }

    private void line(String sign, String text) {
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
        screen.note(String.format("%6d ms %s %s", millis, sign, Visible.line(text.strip())));
    }
}
