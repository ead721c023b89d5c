package dev.tenon.servlet;

import dev.tenon.internal.buffer.MessageBuffer;
import dev.tenon.server.http.HttpBodyReceiver;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Reads a body as it arrives. A body that is not needed or is too large is read and discarded for a while, so that a
 * client that sends its complete request before it reads can read the response.
 */
final class RequestBodyReader implements ReadListener {
    /** How many bytes are discarded before the connection is closed instead. */
    static final long MAX_DISCARDED_BYTES = 64L << 20;

    private static final int SCRATCH_BYTES = 8192;

    private final ServletInputStream in;
    private final ServletExchange exchange;
    private final long contentLength;
    private final byte[] scratch;
    private @Nullable BufferedBody target;
    private @Nullable Runnable rejection;
    private long discarded;

    /** The receiver of the body, and the data read so far. */
    record BufferedBody(HttpBodyReceiver body, MessageBuffer buffer) {}

    /**
     * Creates a reader.
     *
     * @param contentLength the length in bytes, or negative if unknown
     * @param buffered null if the body is discarded
     */
    RequestBodyReader(
            ServletInputStream in, ServletExchange exchange, long contentLength, @Nullable BufferedBody buffered) {
        this.in = in;
        this.exchange = exchange;
        this.contentLength = contentLength;
        this.target = buffered;
        this.scratch = new byte[contentLength < 0 ? SCRATCH_BYTES : (int) Math.min(contentLength + 1, SCRATCH_BYTES)];
        if (buffered != null) {
            exchange.onAborted(buffered.buffer::release);
        }
    }

    @Override
    public void onDataAvailable() throws IOException {
        exchange.checkNotDisconnected();
        while (exchange.runIfOpen(this::readChunk)) {
            rejectIfOverLimit();
        }
        exchange.checkNotDisconnected();
    }

    private boolean readChunk() throws IOException {
        if (!in.isReady() || in.isFinished()) {
            return false;
        }
        exchange.onBytesReceived();
        int read = in.read(scratch);
        BufferedBody current = target;
        if (current == null) {
            discarded += Math.max(read, 0);
        } else if (read > 0 && !current.buffer.fits(read)) {
            rejection = current.body::onTooLarge;
        } else if (read > 0 && !current.buffer.tryAppend(scratch, read)) {
            rejection = current.body::onOutOfMemory;
        }
        return read >= 0;
    }

    /** Rejects a body that is too large or finds memory full, and disconnects a client that still sends too much. */
    private void rejectIfOverLimit() {
        BufferedBody rejected = target;
        if (rejected != null && rejection != null) {
            deliverAndReleaseBuffer(rejected, rejection);
        } else if (discarded > MAX_DISCARDED_BYTES) {
            exchange.disconnect(HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE);
        }
    }

    private void deliverAndReleaseBuffer(BufferedBody complete, Runnable action) {
        target = null;
        try {
            action.run();
        } finally {
            // Only now, because the server has counted the request as active by then.
            complete.buffer.release();
        }
    }

    @Override
    public void onAllDataRead() {
        BufferedBody complete = target;
        if (complete == null) {
            exchange.onRequestRead();
        } else if (contentLength >= 0 && complete.buffer.length() != contentLength) {
            // The body was truncated, and the container did not report it.
            exchange.abort();
        } else {
            exchange.onRequestRead();
            deliverAndReleaseBuffer(complete, () -> complete.body.onBody(complete.buffer.toArray()));
        }
    }

    @Override
    public void onError(Throwable failure) {
        exchange.abort();
    }
}
