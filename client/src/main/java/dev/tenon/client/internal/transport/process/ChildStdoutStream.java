package dev.tenon.client.internal.transport.process;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;

/**
 * The standard output of a child process. Closing it has no effect: a server that is ending may still write, and should
 * not fail because of a closed pipe. It records whether its reader is waiting for more.
 */
final class ChildStdoutStream extends FilterInputStream {
    private static final long NOT_WAITING = 0;

    private volatile long awaitedSince = NOT_WAITING;
    private volatile boolean drained;

    ChildStdoutStream(InputStream in) {
        super(in);
    }

    @Override
    public int read() throws IOException {
        byte[] single = new byte[1];
        return read(single, 0, 1) < 0 ? -1 : single[0] & 0xFF;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        // An odd number is never NOT_WAITING.
        awaitedSince = System.nanoTime() | 1;
        int count;
        try {
            count = drained ? -1 : in.read(buffer, offset, length);
        } finally {
            awaitedSince = NOT_WAITING;
        }
        if (drained) {
            // The drain has consumed data before or after this piece: lines built from the rest would be fragments.
            throw new IOException("The connection is being closed");
        }
        return count;
    }

    /** Returns whether the reader has waited that long for more, and so has consumed everything. */
    boolean isReaderWaitingFor(Duration time) {
        long since = awaitedSince;
        return since != NOT_WAITING && System.nanoTime() - since >= time.toNanos();
    }

    @Override
    public void close() {
        // Not closed, see the class comment.
    }

    /** Discards the rest of the output, to the end. From now on reading fails. */
    void drainAndFailReads() {
        drained = true;
        try {
            in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // The stream has ended.
        }
    }
}
