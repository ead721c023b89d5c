package dev.tenon.oauth.internal;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/** The body of an answer, up to a size; when it is larger the connection is cut. */
public final class BoundedBody implements BodySubscriber<byte[]> {
    private final int most;
    private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private @Nullable Subscription subscription;

    /**
     * Before anything has come.
     *
     * @param most the size, in bytes; 0 when nobody wants to know what is in it
     */
    public BoundedBody(int most) {
        this.most = most;
    }

    /** There is more than is read. */
    public static final class TooLargeException extends IOException {
        private static final long serialVersionUID = 1L;

        TooLargeException(int most) {
            super("more than " + most + " bytes");
        }
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return whole;
    }

    @Override
    public void onSubscribe(Subscription given) {
        subscription = given;
        if (most == 0) {
            given.cancel();
            whole.complete(new byte[0]);
        } else {
            given.request(1);
        }
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        Subscription source = subscription;
        if (source == null || whole.isDone()) {
            return;
        }
        for (ByteBuffer buffer : buffers) {
            if (bytes.size() + buffer.remaining() > most) {
                source.cancel();
                whole.completeExceptionally(new TooLargeException(most));
                return;
            }
            byte[] some = new byte[buffer.remaining()];
            buffer.get(some);
            bytes.write(some, 0, some.length);
        }
        source.request(1);
    }

    @Override
    public void onError(Throwable problem) {
        whole.completeExceptionally(problem);
    }

    @Override
    public void onComplete() {
        whole.complete(bytes.toByteArray());
    }
}
