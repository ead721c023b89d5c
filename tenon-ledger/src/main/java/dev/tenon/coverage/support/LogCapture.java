package dev.tenon.coverage.support;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * Captures what the process logs, which in tests goes to standard error, until it is closed. There is one at a time:
 * another waits, so that test classes that run at once do not take each other's log. What they log is captured as well:
 * a test that counts lines needs {@code @Isolated}.
 */
public final class LogCapture implements AutoCloseable {
    /**
     * Taken as long as standard error is replaced; not a lock, because a test may end on another thread than it began
     * on.
     */
    private static final Semaphore TURN = new Semaphore(1);

    private final PrintStream standardError;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream capture = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    /** Captures from now on. */
    public LogCapture() {
        TURN.acquireUninterruptibly();
        standardError = System.err;
        System.setErr(capture);
    }

    /** Returns what was logged so far. */
    public String capturedText() {
        capture.flush();
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** Returns the lines so far that contain a text. */
    public List<String> linesContaining(String part) {
        return capturedText().lines().filter(line -> line.contains(part)).toList();
    }

    /** Gives standard error back, and prints to it what was captured. */
    @Override
    public void close() {
        if (System.err == capture) {
            System.setErr(standardError);
            standardError.print(capturedText());
            TURN.release();
        }
    }
}
