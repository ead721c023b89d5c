package dev.tenon.servlet;

import dev.tenon.server.HttpBody;
import dev.tenon.transport.MessageBuffer;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Reads a body as it comes. A body that nobody wants, or that is too large, is read on and thrown away for a while, so that
 * a client which writes all of its request before it reads an answer gets to read that answer.
 */
final class Input implements ReadListener {
    /** How much is thrown away, in bytes, before the connection is closed instead. */
    static final long MOST_DISCARDED = 64L << 20;

    private static final int SCRATCH_BYTES = 8192;

    private final ServletInputStream in;
    private final Exchange exchange;
    private final long announced;
    private final byte[] scratch;
    private @Nullable Kept kept;
    private @Nullable Runnable refusal;
    private long discarded;

    /** What takes the body, and what has been read of it. */
    record Kept(HttpBody taker, MessageBuffer buffer) {}

    /**
     * A body that has not been read.
     *
     * @param announced its length in bytes, or negative when it is not known
     * @param kept null when the body is discarded
     */
    Input(ServletInputStream in, Exchange exchange, long announced, @Nullable Kept kept) {
        this.in = in;
        this.exchange = exchange;
        this.announced = announced;
        this.kept = kept;
        this.scratch = new byte[announced < 0 ? SCRATCH_BYTES : (int) Math.min(announced + 1, SCRATCH_BYTES)];
        if (kept != null) {
            exchange.whenLost(kept.buffer::release);
        }
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
        Kept into = kept;
        if (into == null) {
            discarded += Math.max(read, 0);
        } else if (read > 0 && !into.buffer.fits(read)) {
            refusal = into.taker::tooLarge;
        } else if (read > 0 && !into.buffer.add(scratch, read)) {
            refusal = into.taker::noRoom;
        }
        return read >= 0;
    }

    private void digest() {
        Kept refused = kept;
        if (refused != null && refusal != null) {
            handOn(refused, refusal);
        } else if (discarded > MOST_DISCARDED) {
            exchange.cut(HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE);
        }
    }

    private void handOn(Kept whole, Runnable action) {
        kept = null;
        try {
            action.run();
        } finally {
            // Only now: by then the server counts the request among those that it works on.
            whole.buffer.release();
        }
    }

    @Override
    public void onAllDataRead() {
        Kept whole = kept;
        if (whole == null) {
            exchange.inputDone();
        } else if (announced >= 0 && whole.buffer.length() != announced) {
            // Cut off on the way, and the container did not mind.
            exchange.lose();
        } else {
            exchange.inputDone();
            handOn(whole, () -> whole.taker.received(whole.buffer.toArray()));
        }
    }

    @Override
    public void onError(Throwable failure) {
        exchange.lose();
    }
}
