package dev.tenon.guard.credentials;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** What is logged meanwhile; the logger of the tests writes to standard error. */
public final class LogCapture implements AutoCloseable {
    private final PrintStream before = System.err;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream capture = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    /** Captures from now on. */
    public LogCapture() {
        System.setErr(capture);
    }

    /** What was logged so far. */
    public String text() {
        capture.flush();
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        System.setErr(before);
        before.print(text());
    }
}
