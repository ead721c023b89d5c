package dev.tenon.client.internal.transport.http;

import dev.tenon.http.HttpCall;
import dev.tenon.http.HttpResponseHandler.BodyListener;
import dev.tenon.internal.concurrent.ThreadBlockingContext;
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
 * Collects a body and delivers it as a whole. If the current thread must not block, a large body is delivered on the
 * executor.
 */
public final class BodyCollector implements BodyListener {
    /** How much is read of a body that only explains a failure or is ignored. */
    private static final int MAX_PREFIX_BYTES = 64 << 10;

    private final int maxBytes;
    private final HttpCall call;
    private final Executor executor;
    private final BiConsumer<byte[], @Nullable IOException> receiver;
    private final List<byte[]> pieces = new ArrayList<>(1);
    private int size;
    private boolean completed;

    /**
     * Creates a collector for a body that has not arrived.
     *
     * @param receiver receives the body, or the part received so far and the failure; more than {@code maxBytes} if the
     *     body is larger than that
     */
    public BodyCollector(
            HttpResponseHead response,
            int maxBytes,
            Executor executor,
            BiConsumer<byte[], @Nullable IOException> receiver) {
        this.maxBytes = maxBytes;
        this.call = response.call();
        this.executor = executor;
        this.receiver = receiver;
    }

    /**
     * Returns a collector for the beginning of a body, or what arrived of it before a failure. When more than 64 KiB
     * have arrived, it aborts the call and delivers them; the last piece is not cut off.
     */
    public static BodyCollector collectPrefix(HttpResponseHead response, Executor executor, Consumer<byte[]> receiver) {
        return new BodyCollector(response, MAX_PREFIX_BYTES, executor, (body, failure) -> receiver.accept(body));
    }

    @Override
    public void onData(byte[] piece) {
        if (!completed) {
            pieces.add(piece);
            size += piece.length;
            if (size > maxBytes) {
                call.abort();
                deliverBody(null);
            }
        }
    }

    @Override
    public void onEnd() {
        if (size <= ThreadBlockingContext.MAX_INLINE_BYTES
                || ThreadBlockingContext.current().canBlock()) {
            deliverBody(null);
            return;
        }
        try {
            executor.execute(() -> deliverBody(null));
        } catch (RejectedExecutionException e) {
            // The client is closed: no caller waits any more.
            deliverBody(null);
        }
    }

    @Override
    public void onFailure(IOException failure) {
        deliverBody(failure);
    }

    private void deliverBody(@Nullable IOException failure) {
        if (!completed) {
            completed = true;
            // Most bodies arrive in one piece.
            receiver.accept(pieces.size() == 1 ? pieces.get(0) : joinPieces(), failure);
        }
    }

    private byte[] joinPieces() {
        ByteArrayOutputStream whole = new ByteArrayOutputStream(size);
        pieces.forEach(whole::writeBytes);
        return whole.toByteArray();
    }
}
