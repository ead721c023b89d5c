package dev.tenon.oauth.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** The body of an answer, up to a size; one that is larger is not read to its end. */
final class BoundedBody implements HttpResponse.BodySubscriber<byte[]> {
    private final int most;
    private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private volatile Flow.@Nullable Subscription subscription;

    BoundedBody(int most) {
        this.most = most;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return whole;
    }

    @Override
    public void onSubscribe(Flow.Subscription granted) {
        subscription = granted;
        if (most == 0) {
            // Nobody wants to know what is in it.
            granted.cancel();
            whole.complete(new byte[0]);
        } else {
            granted.request(Long.MAX_VALUE);
        }
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            if (whole.isDone()) {
                return;
            }
            if (bytes.size() + buffer.remaining() > most) {
                Flow.Subscription granted = subscription;
                if (granted != null) {
                    granted.cancel();
                }
                whole.completeExceptionally(new IOException("more than " + most + " bytes"));
                return;
            }
            byte[] chunk = new byte[buffer.remaining()];
            buffer.get(chunk);
            bytes.writeBytes(chunk);
        }
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
