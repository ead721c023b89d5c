package dev.tenon.client.internal.transport.http;

import dev.tenon.http.HttpCall;
import dev.tenon.http.HttpResponseHandler.BodyListener;
import dev.tenon.internal.concurrent.ExecutionContext;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Collects a body, and hands it over as a whole. Of a large one that is done on another thread, where this one must not
 * block.
 */
public final class BodyCollector implements BodyListener {
    /** As much of a body is read that only explains or is not wanted. */
    private static final int MAX_PREFIX_BYTES = 64 << 10;

    private final int maxBytes;
    private final HttpCall call;
    private final Executor executor;
    private final BiConsumer<byte[], @Nullable IOException> receiver;
    private final List<byte[]> pieces = new ArrayList<>(1);
    private int size;
    private boolean completed;

    /**
     * A body of which nothing came yet.
     *
     * @param taker given the body, or what has come of it and why it broke off; of one that is larger than {@code
     *     maxBytes}, more than that
     */
    public BodyCollector(
            HttpResponseHead answer, int maxBytes, Executor executor, BiConsumer<byte[], @Nullable IOException> taker) {
        this.maxBytes = maxBytes;
        this.call = answer.call();
        this.executor = executor;
        this.receiver = taker;
    }

    /** A body of which the beginning is enough, or as much of that as came before it broke off. */
    public static BodyCollector collectPrefix(HttpResponseHead answer, Executor executor, Consumer<byte[]> taker) {
        return new BodyCollector(answer, MAX_PREFIX_BYTES, executor, (body, broken) -> taker.accept(body));
    }

    @Override
    public void onData(byte[] piece) {
        if (!completed) {
            pieces.add(piece);
            size += piece.length;
            if (size > maxBytes) {
                call.abort();
                end(null);
            }
        }
    }

    @Override
    public void onEnd() {
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
    public void onFailure(IOException why) {
        end(why);
    }

    private void end(@Nullable IOException broken) {
        if (!completed) {
            completed = true;
            // Most bodies come in one piece.
            receiver.accept(pieces.size() == 1 ? pieces.get(0) : joinPieces(), broken);
        }
    }

    private byte[] joinPieces() {
        ByteArrayOutputStream whole = new ByteArrayOutputStream(size);
        pieces.forEach(whole::writeBytes);
        return whole.toByteArray();
    }
}
