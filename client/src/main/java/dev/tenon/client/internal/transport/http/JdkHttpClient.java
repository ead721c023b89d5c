package dev.tenon.client.internal.transport.http;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.client.ClientLimits;
import dev.tenon.client.endpoint.HttpTarget;
import dev.tenon.http.AsyncHttpClient;
import dev.tenon.http.HeaderFields;
import dev.tenon.http.HttpCall;
import dev.tenon.http.HttpResponseHandler;
import dev.tenon.http.HttpResponseHandler.BodyListener;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests with {@code java.net.http}. That library cannot be told to use a new connection for one request, nor
 * does it announce whether it does. So each HTTP/1.1 request that must not be repeated has its own library client,
 * unless the server is known to keep connections ({@code docs/choices/closed-connections.md}).
 */
public final class JdkHttpClient implements AsyncHttpClient, AutoCloseable {
    private final HttpTarget target;
    private final ClientLimits limits;
    private final Executor executor;
    /**
     * How long after a response the connections of the shared client may be used for requests that must not be
     * repeated.
     */
    private static final long SAFE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final ConnectionReuseDetector connections = new ConnectionReuseDetector();
    private final ReentrantLock renewal = new ReentrantLock();
    /** Written only while holding {@code renewal}. */
    private volatile HttpClient shared;

    private volatile long respondedAt;

    /** The previous shared client, which may still be sending a request. */
    @GuardedBy("renewal") private @Nullable HttpClient previous;

    /** Whether the shared client may hold a kept connection. */
    private volatile boolean hasKeptConnection;
    /** Whether the server uses HTTP/2, which reports for each request whether it was processed. */
    private volatile boolean isHttp2;

    public JdkHttpClient(HttpTarget target, ClientLimits limits, Executor executor) {
        this.target = target;
        this.limits = limits;
        this.executor = executor;
        this.shared = JdkHttpClientFactory.create(target, limits, executor);
    }

    @Override
    public boolean canSend() {
        return true;
    }

    @Override
    public HttpCall send(AsyncHttpRequest request, HttpResponseHandler handler) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(request.uri());
        ReleasableBodyPublisher body = new ReleasableBodyPublisher(request.body());
        builder.method(request.method(), body);
        JdkHttpClientFactory.setHeaders(builder::setHeader, request.headers());
        boolean usesOwnClient = !request.repeatable() && hasKeptConnection && !isHttp2 && !tryPrepareForUnrepeatable();
        JdkHttpCall call = new JdkHttpCall(
                builder.build(), body, handler, usesOwnClient, request.repeatable() && hasKeptConnection);
        call.start();
        return call;
    }

    /**
     * Returns whether the shared client may send a request that must not be repeated; replaces that client if its
     * connections were idle for long.
     */
    private boolean tryPrepareForUnrepeatable() {
        if (!connections.isKeepAlive()) {
            return false;
        }
        if (System.nanoTime() - respondedAt > SAFE_NANOS) {
            renewSharedClient();
        }
        return true;
    }

    /** Replaces the shared client, so that connections that were idle for long are not reused. */
    private void renewSharedClient() {
        renewal.lock();
        try {
            if (System.nanoTime() - respondedAt > SAFE_NANOS) {
                if (previous != null) {
                    JdkHttpClientFactory.shutdown(previous);
                }
                previous = shared;
                shared = JdkHttpClientFactory.create(target, limits, executor);
                respondedAt = System.nanoTime();
            }
        } finally {
            renewal.unlock();
        }
    }

    @Override
    public void close() {
        renewal.lock();
        try {
            if (previous != null) {
                JdkHttpClientFactory.shutdownNow(previous);
            }
            JdkHttpClientFactory.shutdownNow(shared);
        } finally {
            renewal.unlock();
        }
    }

    /** The body of a request, until it is released. */
    private static final class ReleasableBodyPublisher implements BodyPublisher {
        private final long length;
        private volatile BodyPublisher content;

        ReleasableBodyPublisher(byte[] bytes) {
            length = bytes.length;
            content = bytes.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(bytes);
        }

        void release() {
            content = BodyPublishers.noBody();
        }

        @Override
        public long contentLength() {
            return length;
        }

        @Override
        public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
            content.subscribe(subscriber);
        }
    }

    /**
     * One request, which also receives its response. A kept connection of the library references the call that opened
     * it, so a completed call releases its references.
     */
    private final class JdkHttpCall
            implements HttpCall, HttpResponse.BodyHandler<Boolean>, HttpResponse.BodySubscriber<Boolean> {
        private final HttpRequest request;
        private final ReleasableBodyPublisher content;
        private final CompletableFuture<Boolean> completion = new CompletableFuture<>();
        private volatile boolean usesOwnClient;
        private volatile boolean mayRepeat;
        private volatile @Nullable CompletableFuture<?> sent;
        private volatile Flow.@Nullable Subscription subscription;
        /** Null when the call has ended. */
        private volatile @Nullable HttpResponseHandler handler;

        private volatile @Nullable BodyListener body;
        /** How many holds defer the next piece: the consumer of the last one, and each pause. */
        private final AtomicInteger demandHolds = new AtomicInteger();

        private volatile boolean hasHead;
        private volatile boolean aborted;

        JdkHttpCall(
                HttpRequest request,
                ReleasableBodyPublisher content,
                HttpResponseHandler handler,
                boolean usesOwnClient,
                boolean mayRepeat) {
            this.request = request;
            this.content = content;
            this.handler = handler;
            this.usesOwnClient = usesOwnClient;
            this.mayRepeat = mayRepeat;
        }

        void start() {
            boolean ownClient = usesOwnClient;
            HttpClient chosen = ownClient ? JdkHttpClientFactory.create(target, limits, executor) : shared;
            CompletableFuture<HttpResponse<Boolean>> sending = chosen.sendAsync(request, this);
            sent = sending;
            if (aborted) {
                sending.cancel(true);
            }
            var unused = sending.whenComplete((response, failure) -> {
                if (response != null && !ownClient) {
                    respondedAt = System.nanoTime();
                    connections.recordConnection(response);
                }
                if (failure != null && !hasHead) {
                    onSendFailure(failure instanceof CompletionException ? failure.getCause() : failure);
                }
                if (ownClient) {
                    JdkHttpClientFactory.shutdownNow(chosen);
                }
            });
        }

        private void onSendFailure(@Nullable Throwable failure) {
            IOException exception = failure instanceof IOException known ? known : new IOException(failure);
            boolean wasConnected =
                    !(exception instanceof ConnectException || exception instanceof HttpConnectTimeoutException);
            HttpResponseHandler receiver = handler;
            if (receiver == null) {
                return;
            }
            if (wasConnected) {
                connections.onStaleConnection();
            }
            if (mayRepeat && wasConnected) {
                mayRepeat = false;
                usesOwnClient = true;
                start();
            } else {
                releaseReferences();
                receiver.onFailure(exception);
            }
        }

        private void releaseReferences() {
            handler = null;
            body = null;
            content.release();
        }

        @Override
        public HttpResponse.BodySubscriber<Boolean> apply(HttpResponse.ResponseInfo info) {
            hasHead = true;
            hasKeptConnection = true;
            isHttp2 = info.version() == HttpClient.Version.HTTP_2;
            HeaderFields headers = info.headers()::allValues;
            HttpResponseHandler receiver = handler;
            if (receiver != null) {
                BodyListener current = receiver.onHead(
                        new HttpResponseHandler.ResponseHead(info.statusCode(), headers, info.headers()::map), this);
                body = aborted ? null : current;
            }
            return this;
        }

        @Override
        public CompletionStage<Boolean> getBody() {
            return completion;
        }

        @Override
        public void onSubscribe(Flow.Subscription current) {
            subscription = current;
            if (aborted) {
                current.cancel();
            } else {
                current.request(1);
            }
        }

        @Override
        public void onNext(List<ByteBuffer> buffers) {
            demandHolds.set(1);
            ByteBuffer piece = ByteBuffer.allocate(
                    buffers.stream().mapToInt(ByteBuffer::remaining).sum());
            buffers.forEach(piece::put);
            BodyListener receiver = body;
            if (!aborted && receiver != null && piece.capacity() > 0) {
                receiver.onData(piece.array());
            }
            resume();
        }

        @Override
        public void onError(Throwable failure) {
            complete(receiver ->
                    receiver.onFailure(failure instanceof IOException known ? known : new IOException(failure)));
        }

        @Override
        public void onComplete() {
            complete(BodyListener::onEnd);
        }

        private void complete(Consumer<BodyListener> delivery) {
            BodyListener receiver = body;
            releaseReferences();
            if (!aborted && receiver != null) {
                delivery.accept(receiver);
            }
            completion.complete(true);
        }

        @Override
        public void abort() {
            aborted = true;
            releaseReferences();
            Flow.Subscription current = subscription;
            CompletableFuture<?> sending = sent;
            if (current != null) {
                current.cancel();
            }
            if (sending != null) {
                sending.cancel(true);
            }
            completion.complete(false);
        }

        @Override
        public void pause() {
            demandHolds.incrementAndGet();
        }

        @Override
        public void resume() {
            Flow.Subscription current = subscription;
            if (demandHolds.decrementAndGet() == 0 && current != null) {
                current.request(1);
            }
        }
    }
}
