package dev.tenon.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.model.Revision;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A connection to a process that serves on its standard input and output. */
public final class StdioTestConnection extends ChannelTestConnection {
    private final Process process;
    private final OutputStream stdin;
    private final boolean ignoresNotifications;

    /** Connects to a started process. */
    public StdioTestConnection(Process process, Revision revision) {
        this(process, revision, false);
    }

    /**
     * Connects to a started process.
     *
     * @param ignoresNotifications whether to ignore notifications, because the process may send them at any time
     */
    public StdioTestConnection(Process process, Revision revision, boolean ignoresNotifications) {
        super("stdio", TransportKind.CHANNEL, revision);
        this.ignoresNotifications = ignoresNotifications;
        this.process = process;
        this.stdin = process.getOutputStream();
        Thread reader = new Thread(() -> readLines(process.getInputStream()), "battery-stdout");
        reader.setDaemon(true);
        reader.start();
        openSession();
    }

    private void readLines(InputStream stdout) {
        try (InputStream in = new BufferedInputStream(stdout, 1 << 16)) {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int b = in.read(); b >= 0; b = in.read()) {
                if (b == '\n') {
                    onLine(line.toByteArray());
                    line.reset();
                } else {
                    line.write(b);
                }
            }
        } catch (IOException e) {
            // The process has ended; waiting threads notice below.
        } finally {
            markEnded();
        }
    }

    private void onLine(byte[] message) {
        boolean isIgnored = ignoresNotifications && new String(message, UTF_8).contains("\"method\":\"notifications/");
        if (!isIgnored) {
            addReceived(message);
        }
    }

    @Override
    ReceivedMessages writeMessage(byte[] message) {
        writeLine(message);
        return ReceivedMessages.ofChannel(List.of());
    }

    /** Writes the parts of a line and a line feed. */
    void writeLine(byte[]... parts) {
        try {
            for (byte[] part : parts) {
                stdin.write(part);
            }
            stdin.write('\n');
            stdin.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("The process no longer reads its input", e);
        }
    }

    /** Closes the standard input, waits for the process to exit, and returns its exit value. */
    int closeInputAndWait() {
        try {
            stdin.close();
            if (process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                return process.exitValue();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new AssertionError("The process did not exit at the end of its input");
    }

    @Override
    public void close() {
        process.destroy();
    }
}
