package dev.tenon.client.internal.link;

import dev.tenon.concurrent.ExecutionContext;
import dev.tenon.http.HttpCall;
import dev.tenon.http.HttpResponseHandler.Body;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/** Collects a body, and hands it over as a whole. Of a large one that is done on another thread, where this one must not block. */
final class WholeBody implements Body {
    /** As much of a body is read that only explains or is not wanted. */
    private static final int BEGINNING = 64 << 10;

    private static final byte[] NOTHING = new byte[0];

    private final int maxBytes;
    private final HttpCall call;
    private final Executor executor;
    private final Consumer<byte[]> whole;
    private final Runnable tooLarge;
    private final Consumer<IOException> broken;
    private byte[] bytes = NOTHING;
    private int length;
    private boolean over;

    private WholeBody(
            int maxBytes,
            HttpCall call,
            Executor executor,
            Consumer<byte[]> whole,
            Runnable tooLarge,
            Consumer<IOException> broken) {
        this.maxBytes = maxBytes;
        this.call = call;
        this.executor = executor;
        this.whole = whole;
        this.tooLarge = tooLarge;
        this.broken = broken;
    }

    /**
     * A body that is wanted as a whole.
     *
     * @param tooLarge run when it is larger than {@code maxBytes}
     * @param broken told why it broke off
     */
    static WholeBody of(
            HttpAnswer answer,
            int maxBytes,
            Executor executor,
            Consumer<byte[]> whole,
            Runnable tooLarge,
            Consumer<IOException> broken) {
        return new WholeBody(maxBytes, answer.call(), executor, whole, tooLarge, broken);
    }

    /** A body of which the beginning is enough, or as much of that as came before it broke off. */
    static WholeBody beginning(HttpAnswer answer, Executor executor, Consumer<byte[]> taker) {
        Holder holder = new Holder();
        WholeBody body = new WholeBody(BEGINNING, answer.call(), executor, taker, holder, broken -> holder.run());
        holder.action = () -> taker.accept(Arrays.copyOf(body.bytes, Math.min(body.length, BEGINNING)));
        return body;
    }

    private static final class Holder implements Runnable {
        private Runnable action = () -> {};

        @Override
        public void run() {
            action.run();
        }
    }

    @Override
    public void data(byte[] piece) {
        if (over) {
            return;
        }
        if (length == 0) {
            bytes = piece;
        } else {
            if (bytes.length < length + piece.length) {
                bytes = Arrays.copyOf(bytes, Math.max(length + piece.length, 2 * length));
            }
            System.arraycopy(piece, 0, bytes, length, piece.length);
        }
        length += piece.length;
        if (length > maxBytes) {
            over = true;
            call.abort();
            tooLarge.run();
        }
    }

    @Override
    public void end() {
        if (!over) {
            over = true;
            byte[] exact = bytes.length == length ? bytes : Arrays.copyOf(bytes, length);
            handOver(exact.length, () -> whole.accept(exact), executor);
        }
    }

    @Override
    public void failed(IOException why) {
        if (!over) {
            over = true;
            broken.accept(why);
        }
    }

    /** Takes so many bytes on this thread, or on another one where this one must not be held up by so many. */
    static void handOver(int size, Runnable taking, Executor executor) {
        if (size <= ExecutionContext.MAX_INLINE_BYTES
                || ExecutionContext.current().canBlock()) {
            taking.run();
            return;
        }
        try {
            executor.execute(taking);
        } catch (RejectedExecutionException e) {
            // The client is closed: no caller waits any more.
            taking.run();
        }
    }
}
