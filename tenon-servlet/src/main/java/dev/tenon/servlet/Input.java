package dev.tenon.servlet;

import dev.tenon.server.HttpBody;
import dev.tenon.transport.MessageBuffer;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Reads a body as it comes. A body that nobody wants, or that is too large, is read on and thrown away for a while, so that
 * a client which writes all of its request before it reads an answer gets to read that answer.
 */
final class Input implements ReadListener {
    /** How much is thrown away, in bytes, before the connection is closed instead. */
    static final long MOST_DISCARDED = 64L << 20;

    private static final int TOO_LARGE = 413;
    private static final int SCRATCH_BYTES = 8192;

    private final ServletInputStream in;
    private final Exchange exchange;
    private final long announced;
    private @Nullable HttpBody taker;
    private @Nullable MessageBuffer kept;
    private final byte[] scratch;
    private long discarded;
    private boolean tooLarge;
    private boolean noRoom;

    /**
     * A body that has not been read.
     *
     * @param announced its length in bytes, or negative when it is not known
     */
    Input(ServletInputStream in, Exchange exchange, long announced) {
        this.in = in;
        this.exchange = exchange;
        this.announced = announced;
        this.scratch = new byte[announced < 0 ? SCRATCH_BYTES : (int) Math.min(announced + 1, SCRATCH_BYTES)];
    }

    /** Reads it for somebody. */
    void keep(HttpBody body, MessageBuffer buffer) {
        taker = body;
        kept = buffer;
        exchange.whenLost(buffer::release);
        in.setReadListener(this);
    }

    /** Reads what nobody wants. */
    void discard() {
        in.setReadListener(this);
    }

    @Override
    public void onDataAvailable() throws IOException {
        exchange.checkNotCut();
        while (exchange.step(this::read)) {
            digest();
        }
        exchange.checkNotCut();
    }

    private boolean read() throws IOException {
        if (!in.isReady() || in.isFinished()) {
            return false;
        }
        exchange.heard();
        int read = in.read(scratch);
        MessageBuffer buffer = kept;
        if (buffer == null) {
            discarded += Math.max(read, 0);
        } else if (read > 0) {
            tooLarge = !buffer.fits(read);
            noRoom = !tooLarge && !buffer.add(scratch, read);
        }
        return read >= 0;
    }

    private void digest() {
        HttpBody body = taker;
        MessageBuffer buffer = kept;
        if (body == null || buffer == null) {
            if (discarded > MOST_DISCARDED) {
                exchange.cut(TOO_LARGE);
            }
        } else if (noRoom) {
            handOn(buffer, body::noRoom);
        } else if (tooLarge) {
            handOn(buffer, body::tooLarge);
        }
    }

    private void handOn(MessageBuffer buffer, Runnable action) {
        taker = null;
        kept = null;
        try {
            action.run();
        } finally {
            // Only now: by then the server counts the request among those that it works on.
            buffer.release();
        }
    }

    @Override
    public void onAllDataRead() {
        HttpBody body = taker;
        MessageBuffer buffer = kept;
        if (body == null || buffer == null) {
            exchange.inputDone();
        } else if (announced >= 0 && buffer.length() != announced) {
            // Cut off on the way, and the container did not mind.
            exchange.lose();
        } else {
            exchange.inputDone();
            byte[] whole = buffer.toArray();
            handOn(buffer, () -> body.received(whole));
        }
    }

    @Override
    public void onError(Throwable failure) {
        exchange.lose();
    }
}
