package dev.tenon.servlet;

import dev.tenon.server.HttpBody;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads a body as it comes. A body that nobody wants, or that is too large, is read on and thrown away for a while, so that
 * a client which writes all of its request before it reads an answer gets to read that answer.
 */
final class Input implements ReadListener {
    /** How much is thrown away before the connection is closed instead. */
    private static final long MOST_DISCARDED = 64L << 20;

    private static final int FIRST_BUFFER = 8192;

    private final ServletInputStream in;
    private final Exchange exchange;
    private final long announced;
    private @Nullable HttpBody body;
    private byte[] buffer;
    private int count;
    private long discarded;
    private boolean done;

    /**
     * A body that has not been read.
     *
     * @param announced its length in bytes, or negative when it is not known
     * @param body who takes it, or null when nobody does
     */
    Input(ServletInputStream in, Exchange exchange, long announced, @Nullable HttpBody body) {
        this.in = in;
        this.exchange = exchange;
        this.announced = announced;
        this.body = body;
        // One more than announced: there is always room to read the end into. Beyond this, memory is given for what has
        // been sent, not for what is announced.
        this.buffer = new byte[announced >= 0 && announced < FIRST_BUFFER ? (int) announced + 1 : FIRST_BUFFER];
    }

    @Override
    public void onDataAvailable() {
        while (!done && exchange.step(this::read)) {
            digest();
        }
    }

    private boolean read() throws IOException {
        if (!in.isReady() || in.isFinished()) {
            return false;
        }
        int read = in.read(buffer, count, buffer.length - count);
        count += Math.max(read, 0);
        return read >= 0;
    }

    private void digest() {
        HttpBody taker = body;
        if (taker == null) {
            discarded += count;
            count = 0;
            if (discarded > MOST_DISCARDED) {
                finish();
            }
        } else if (count > taker.maxBytes()) {
            body = null;
            count = 0;
            buffer = new byte[FIRST_BUFFER];
            taker.tooLarge();
        } else if (count == buffer.length) {
            long most = announced >= 0 ? announced : taker.maxBytes();
            buffer = Arrays.copyOf(buffer, (int) Math.min(2L * count, most + 1));
        }
    }

    @Override
    public void onAllDataRead() {
        HttpBody taker = body;
        body = null;
        if (taker != null && announced >= 0 && count != announced) {
            // Cut off on the way, and the container did not mind.
            exchange.lose();
            return;
        }
        finish();
        if (taker != null) {
            byte[] whole = Arrays.copyOf(buffer, count);
            buffer = new byte[0];
            taker.received(whole);
        }
    }

    private void finish() {
        if (!done) {
            done = true;
            exchange.inputDone();
        }
    }

    @Override
    public void onError(Throwable failure) {
        exchange.lose();
    }
}
