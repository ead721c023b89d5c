package dev.tenon.coverage.support;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * Captures the log of the process, which tests write to standard error, until it is closed. Only one capture exists at
 * a time: another waits, so that test classes that run concurrently do not interfere. The log of concurrent tests is
 * captured as well: a test that counts lines needs {@code @Isolated}.
 */
public final class LogCapture implements AutoCloseable {
    /**
     * Held while standard error is replaced. It is not a lock, since a test may end on another thread than it began on.
     */
    private static final Semaphore CAPTURE_PERMIT = new Semaphore(1);

    private final PrintStream standardError;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream capture = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    /** Starts the capture, after other captures have been closed. */
    public LogCapture() {
        CAPTURE_PERMIT.acquireUninterruptibly();
        standardError = System.err;
        System.setErr(capture);
    }

    /** Returns the text logged so far. */
    public String capturedText() {
        capture.flush();
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** Returns the lines so far that contain a text. */
    public List<String> linesContaining(String part) {
        return capturedText().lines().filter(line -> line.contains(part)).toList();
    }

    /** Restores standard error and prints the captured text to it. */
    @Override
    public void close() {
        if (System.err == capture) {
            System.setErr(standardError);
            standardError.print(capturedText());
            CAPTURE_PERMIT.release();
        }
    }
}
