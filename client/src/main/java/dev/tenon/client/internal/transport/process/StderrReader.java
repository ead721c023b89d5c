package dev.tenon.client.internal.transport.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.internal.text.Excerpts;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the standard error of a program, line by line, until it ends: a program whose standard error is not read
 * blocks. Memory is bounded: only the beginning of a long line and the last few lines are kept.
 */
public final class StderrReader implements Runnable {
    /** The maximum length of a delivered line, in bytes; the rest of it is discarded. */
    public static final int MAX_LINE_BYTES = 8 << 10;

    private static final int KEPT_LINES = 10;
    private static final int QUOTED_CHARS = 400;
    private static final Logger LOG = LoggerFactory.getLogger(StderrReader.class);

    private final InputStream in;
    private final Consumer<String> lineListener;
    private final UnaryOperator<String> redaction;
    private final byte[] line = new byte[MAX_LINE_BYTES];
    private int length;
    /** Replaced by the reading thread only. */
    private volatile List<String> lastLines = List.of();

    StderrReader(InputStream in, Consumer<String> lineListener, UnaryOperator<String> redaction) {
        this.in = in;
        this.lineListener = lineListener;
        this.redaction = redaction;
    }

    @Override
    public void run() {
        byte[] chunk = new byte[MAX_LINE_BYTES];
        try (in) {
            for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
                for (int i = 0; i < read; i++) {
                    append(chunk[i]);
                }
            }
        } catch (IOException e) {
            LOG.debug("Reading standard error ended", e);
        }
        deliverLine();
    }

    private void append(byte b) {
        if (b == '\n') {
            deliverLine();
        } else if (length < MAX_LINE_BYTES) {
            line[length++] = b;
        }
    }

    private void deliverLine() {
        int end = length > 0 && line[length - 1] == '\r' ? length - 1 : length;
        length = 0;
        if (end == 0) {
            return;
        }
        String text = new String(line, 0, end, UTF_8);
        retain(text);
        try {
            lineListener.accept(text);
        } catch (RuntimeException | StackOverflowError e) {
            LOG.warn("The listener for the standard error of a server failed", e);
        }
    }

    private void retain(String text) {
        List<String> lines = new ArrayList<>(lastLines);
        if (lines.size() == KEPT_LINES) {
            lines.remove(0);
        }
        lines.add(text);
        lastLines = lines;
    }

    /** Returns the last lines, redacted and escaped for an exception message; empty if the redaction fails. */
    List<String> redactLastLines() {
        try {
            return lastLines.stream()
                    .map(text -> Excerpts.escapeInvisible(redaction.apply(text), QUOTED_CHARS))
                    .toList();
        } catch (RuntimeException | StackOverflowError e) {
            LOG.warn("The redaction of the standard error of a server failed", e);
            return List.of();
        }
    }
}
