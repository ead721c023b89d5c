package dev.tenon.client.internal.link;

import dev.tenon.concurrent.ExecutionContext;
import dev.tenon.http.HttpCall;
import dev.tenon.http.HttpResponseHandler.Body;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Collects a body, and hands it over as a whole. Of a large one that is done on another thread, where this one must not block. */
final class WholeBody implements Body {
    /** As much of a body is read that only explains or is not wanted. */
    private static final int BEGINNING = 64 << 10;

    private final int maxBytes;
    private final HttpCall call;
    private final Executor executor;
    private final BiConsumer<byte[], @Nullable IOException> taker;
    private final List<byte[]> pieces = new ArrayList<>(1);
    private int size;
    private boolean over;

    /**
     * A body of which nothing came yet.
     *
     * @param taker given the body, or what has come of it and why it broke off; of one that is larger than {@code maxBytes}, more
     *     than that
     */
    WholeBody(HttpAnswer answer, int maxBytes, Executor executor, BiConsumer<byte[], @Nullable IOException> taker) {
        this.maxBytes = maxBytes;
        this.call = answer.call();
        this.executor = executor;
        this.taker = taker;
    }

    /** A body of which the beginning is enough, or as much of that as came before it broke off. */
    static WholeBody beginning(HttpAnswer answer, Executor executor, Consumer<byte[]> taker) {
        return new WholeBody(answer, BEGINNING, executor, (body, broken) -> taker.accept(body));
    }

    @Override
    public void data(byte[] piece) {
        if (!over) {
            pieces.add(piece);
            size += piece.length;
            if (size > maxBytes) {
                call.abort();
                end(null);
            }
        }
    }

    @Override
    public void end() {
        if (size <= ExecutionContext.MAX_INLINE_BYTES
                || ExecutionContext.current().canBlock()) {
            end(null);
            return;
        }
        try {
            executor.execute(() -> end(null));
        } catch (RejectedExecutionException e) {
            // The client is closed: no caller waits any more.
            end(null);
        }
    }

    @Override
    public void failed(IOException why) {
        end(why);
    }

    private void end(@Nullable IOException broken) {
        if (!over) {
            over = true;
            // Most bodies come in one piece.
            taker.accept(pieces.size() == 1 ? pieces.get(0) : joined(), broken);
        }
    }

    private byte[] joined() {
        ByteArrayOutputStream whole = new ByteArrayOutputStream(size);
        pieces.forEach(whole::writeBytes);
        return whole.toByteArray();
    }
}
