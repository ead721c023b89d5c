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

/** To a process that serves on its standard input and output. */
public final class StdioTestConnection extends ChannelTestConnection {
    private final Process process;
    private final OutputStream stdin;
    private final boolean talkative;

    /** Talks to a process that has been started. */
    public StdioTestConnection(Process process, Revision revision) {
        this(process, revision, false);
    }

    /** Talks to a process that has been started, and which may be one that sends notifications when it likes. */
    public StdioTestConnection(Process process, Revision revision, boolean talkative) {
        super("stdio", TransportKind.CHANNEL, revision);
        this.talkative = talkative;
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
            // The process has ended; whoever waits is told below.
        } finally {
            markEnded();
        }
    }

    private void onLine(byte[] message) {
        boolean chat = talkative && new String(message, UTF_8).contains("\"method\":\"notifications/");
        if (!chat) {
            enqueueReceived(message);
        }
    }

    @Override
    ReceivedMessages writeMessage(byte[] message) {
        writeLine(message);
        return ReceivedMessages.ofChannel(List.of());
    }

    /** Writes pieces of one line, and its end. */
    void writeLine(byte[]... pieces) {
        try {
            for (byte[] piece : pieces) {
                stdin.write(piece);
            }
            stdin.write('\n');
            stdin.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("The process does not read any more", e);
        }
    }

    /** Closes the standard input and waits for the process to end by itself; its exit value. */
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
        throw new AssertionError("The process did not end with its input");
    }

    @Override
    public void close() {
        process.destroy();
    }
}
