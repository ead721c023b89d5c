package dev.tenon.servlet;

import dev.tenon.server.HttpBody;
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
    private final Reply reply;
    private final long announced;
    private @Nullable HttpBody taker;
    private @Nullable BodyBuffer kept;
    private byte @Nullable [] scratch;
    private long discarded;
    private boolean noRoom;

    /**
     * A body that has not been read.
     *
     * @param announced its length in bytes, or negative when it is not known
     */
    Input(ServletInputStream in, Exchange exchange, Reply reply, long announced) {
        this.in = in;
        this.exchange = exchange;
        this.reply = reply;
        this.announced = announced;
    }

    /** Reads it for somebody. */
    void keep(HttpBody body, BodyBuffer buffer) {
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
        BodyBuffer buffer = kept;
        if (buffer == null) {
            return skip();
        }
        exchange.heard();
        noRoom = !buffer.hasRoom();
        return noRoom || buffer.read(in);
    }

    private boolean skip() throws IOException {
        byte[] room = scratch;
        if (room == null) {
            room = new byte[SCRATCH_BYTES];
            scratch = room;
        }
        exchange.heard();
        int read = in.read(room);
        discarded += Math.max(read, 0);
        return read >= 0;
    }

    private void digest() {
        HttpBody body = taker;
        BodyBuffer buffer = kept;
        if (body == null || buffer == null) {
            if (discarded > MOST_DISCARDED) {
                exchange.cut(TOO_LARGE);
            }
        } else if (noRoom) {
            handOn(buffer, body::noRoom);
        } else if (buffer.count() > body.maxBytes()) {
            handOn(buffer, body::tooLarge);
        }
    }

    private void handOn(BodyBuffer buffer, Runnable action) {
        taker = null;
        kept = null;
        try {
            action.run();
        } catch (RuntimeException | Error e) {
            reply.failed(e);
        } finally {
            // Only now: by then the server counts the request among those that it works on.
            buffer.release();
        }
    }

    @Override
    public void onAllDataRead() {
        HttpBody body = taker;
        BodyBuffer buffer = kept;
        if (body == null || buffer == null) {
            exchange.inputDone();
        } else if (announced >= 0 && buffer.count() != announced) {
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
