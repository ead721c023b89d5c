package dev.tenon.servlet;

import dev.tenon.internal.buffer.MessageBuffer;
import dev.tenon.server.http.HttpBodyReceiver;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Reads a body as it comes. A body that nobody wants, or that is too large, is read on and thrown away for a while, so
 * that a client which writes all of its request before it reads an answer gets to read that answer.
 */
final class RequestBodyReader implements ReadListener {
    /** How much is thrown away, in bytes, before the connection is closed instead. */
    static final long MAX_DISCARDED_BYTES = 64L << 20;

    private static final int SCRATCH_BYTES = 8192;

    private final ServletInputStream in;
    private final ServletExchange exchange;
    private final long contentLength;
    private final byte[] scratch;
    private @Nullable BufferedBody target;
    private @Nullable Runnable rejection;
    private long discarded;

    /** What takes the body, and what has been read of it. */
    record BufferedBody(HttpBodyReceiver body, MessageBuffer buffer) {}

    /**
     * A body that has not been read.
     *
     * @param announced its length in bytes, or negative when it is not known
     * @param kept null when the body is discarded
     */
    RequestBodyReader(ServletInputStream in, ServletExchange exchange, long announced, @Nullable BufferedBody kept) {
        this.in = in;
        this.exchange = exchange;
        this.contentLength = announced;
        this.target = kept;
        this.scratch = new byte[announced < 0 ? SCRATCH_BYTES : (int) Math.min(announced + 1, SCRATCH_BYTES)];
        if (kept != null) {
            exchange.onAborted(kept.buffer::release);
        }
    }

    @Override
    public void onDataAvailable() throws IOException {
        exchange.checkNotDisconnected();
        while (exchange.runIfOpen(this::readChunk)) {
            rejectIfTooLarge();
        }
        exchange.checkNotDisconnected();
    }

    private boolean readChunk() throws IOException {
        if (!in.isReady() || in.isFinished()) {
            return false;
        }
        exchange.onBytesReceived();
        int read = in.read(scratch);
        BufferedBody into = target;
        if (into == null) {
            discarded += Math.max(read, 0);
        } else if (read > 0 && !into.buffer.fits(read)) {
            rejection = into.body::onTooLarge;
        } else if (read > 0 && !into.buffer.add(scratch, read)) {
            rejection = into.body::onOutOfMemory;
        }
        return read >= 0;
    }

    private void rejectIfTooLarge() {
        BufferedBody refused = target;
        if (refused != null && rejection != null) {
            deliver(refused, rejection);
        } else if (discarded > MAX_DISCARDED_BYTES) {
            exchange.disconnect(HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE);
        }
    }

    private void deliver(BufferedBody whole, Runnable action) {
        target = null;
        try {
            action.run();
        } finally {
            // Only now: by then the server counts the request among those that it works on.
            whole.buffer.release();
        }
    }

    @Override
    public void onAllDataRead() {
        BufferedBody whole = target;
        if (whole == null) {
            exchange.onRequestDone();
        } else if (contentLength >= 0 && whole.buffer.length() != contentLength) {
            // Cut off on the way, and the container did not mind.
            exchange.abort();
        } else {
            exchange.onRequestDone();
            deliver(whole, () -> whole.body.onBody(whole.buffer.toArray()));
        }
    }

    @Override
    public void onError(Throwable failure) {
        exchange.abort();
    }
}
