package dev.tenon.oauth.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The body of a response, up to a size and a time; when it is larger or later the connection is cut. */
final class BoundedBody implements BodySubscriber<byte[]> {
    private final int maxBytes;
    private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private volatile @Nullable Subscription subscription;

    /**
     * A body of which nothing has come.
     *
     * @param maxBytes its largest size; 0 when its content is not wanted
     * @param nanos how long it may take from now
     */
    BoundedBody(int maxBytes, long nanos) {
        this.maxBytes = maxBytes;
        CompletableFuture<Void> alarm =
                new CompletableFuture<Void>().orTimeout(Math.max(nanos, 1), TimeUnit.NANOSECONDS);
        var unused = alarm.whenComplete((done, late) -> {
            if (late != null) {
                cut(new HttpTimeoutException("the body takes too long"));
            }
        });
        var ended = whole.whenComplete((body, problem) -> alarm.complete(null));
    }

    private void cut(IOException problem) {
        Subscription source = subscription;
        if (whole.completeExceptionally(problem) && source != null) {
            source.cancel();
        }
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return whole;
    }

    @Override
    public void onSubscribe(Subscription given) {
        subscription = given;
        if (maxBytes == 0) {
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
            if (bytes.size() + buffer.remaining() > maxBytes) {
                cut(new IOException("more than " + maxBytes + " bytes"));
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
