package dev.tenon.client.internal.transport.process;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;

/**
 * The standard output of a child process. Closing it does nothing: a server that is ending may still say something, and
 * should not break on that. It knows whether its reader waits for more.
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
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        // An odd number is never NOT.
        awaitedSince = System.nanoTime() | 1;
        int count;
        try {
            count = drained ? -1 : in.read(buffer, offset, length);
        } finally {
            awaitedSince = NOT_WAITING;
        }
        if (drained) {
            // The drain has taken what comes before or after this: lines made of the rest would be of pieces.
            throw new IOException("The connection is being closed");
        }
        return count;
    }

    /** Whether somebody has waited so long for more, and so has taken all there was. */
    boolean isReaderWaitingFor(Duration time) {
        long since = awaitedSince;
        return since != NOT_WAITING && System.nanoTime() - since >= time.toNanos();
    }

    @Override
    public void close() {
        // See above.
    }

    /** Throws away what still comes, to the end. From now on nothing can be read from this. */
    void drain() {
        drained = true;
        try {
            in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // That was the end.
        }
    }
}
