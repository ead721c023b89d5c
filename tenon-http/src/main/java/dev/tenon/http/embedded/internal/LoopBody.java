package dev.tenon.http.embedded.internal;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The body of an answer, filled by an event loop and read on a thread that may wait. When much has come that was not taken, the
 * network is not read on until most of it was: a thread that is woken for each piece alone is slow.
 */
final class LoopBody extends InputStream {
    private static final int MUCH = 256 << 10;
    private static final int LITTLE = 64 << 10;

    private final Runnable wantsMore;
    private final Runnable whenClosed;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Queue<byte[]> pieces = new ArrayDeque<>();
    private int offset;
    private int waiting;
    private boolean held;
    private boolean over;
    private boolean closed;
    private @Nullable IOException problem;

    /** {@code wantsMore} asks for more, and {@code whenClosed} ends the exchange; both are run on any thread. */
    LoopBody(Runnable wantsMore, Runnable whenClosed) {
        this.wantsMore = wantsMore;
        this.whenClosed = whenClosed;
    }

    /** A piece has come; true when no more is to be read from the network until that is asked for. */
    boolean add(byte[] piece) {
        lock.lock();
        try {
            if (!closed) {
                pieces.add(piece);
                waiting += piece.length;
                changed.signalAll();
            }
            // Once it is too much, the reader alone says when it no longer is, as he also has to ask for more.
            held |= waiting >= MUCH;
            return held;
        } finally {
            lock.unlock();
        }
    }

    /** Nothing more comes. */
    void end() {
        change(() -> over = true);
    }

    /** It broke off. */
    void broken(IOException why) {
        change(() -> problem = why);
    }

    private void change(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int from, int most) throws IOException {
        Objects.checkFromIndexSize(from, most, target.length);
        if (most == 0) {
            return 0;
        }
        lock.lock();
        try {
            byte[] piece = next();
            if (piece == null) {
                return -1;
            }
            int count = Math.min(most, piece.length - offset);
            System.arraycopy(piece, offset, target, from, count);
            offset += count;
            waiting -= count;
            if (held && waiting <= LITTLE) {
                held = false;
                wantsMore.run();
            }
            if (offset == piece.length) {
                pieces.remove();
                offset = 0;
            }
            return count;
        } finally {
            lock.unlock();
        }
    }

    /** The piece to read from, when it is there; null at the end. */
    private byte @Nullable [] next() throws IOException {
        while (true) {
            if (closed) {
                throw new IOException("closed");
            }
            byte[] piece = pieces.peek();
            if (piece != null || over) {
                return piece;
            }
            if (problem != null) {
                throw new IOException(problem.getMessage(), problem);
            }
            try {
                changed.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted");
            }
        }
    }

    @Override
    public void close() {
        boolean ended;
        lock.lock();
        try {
            ended = closed || over || problem != null;
            closed = true;
            pieces.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        if (!ended) {
            whenClosed.run();
        }
    }
}
