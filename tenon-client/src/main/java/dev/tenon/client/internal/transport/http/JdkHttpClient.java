package dev.tenon.client.internal.transport.http;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.client.ClientLimits;
import dev.tenon.client.endpoint.HttpTarget;
import dev.tenon.http.AsyncHttpClient;
import dev.tenon.http.HeaderFields;
import dev.tenon.http.HttpCall;
import dev.tenon.http.HttpResponseHandler;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
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
 * Requests by {@code java.net.http}. That library cannot be told to use a new connection for one request, nor does it
 * say beforehand whether it does. So each HTTP/1.1 request that must not be repeated has a library client of its own,
 * unless the server is known to keep connections ({@code docs/choices/closed-connections.md}).
 */
public final class JdkHttpClient implements AsyncHttpClient, AutoCloseable {
    private final HttpTarget target;
    private final ClientLimits limits;
    private final Executor executor;
    /** How long after an answer the connections of the shared client may be used for what must not be repeated. */
    private static final long SAFE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final KeepAliveDetector connections = new KeepAliveDetector();
    private final ReentrantLock renewal = new ReentrantLock();
    /** Written with the lock. */
    private volatile HttpClient shared;

    private volatile long answeredAt;

    /** The shared client before, by which a request may just be sent. */
    @GuardedBy("renewal") private @Nullable HttpClient previous;

    /** Whether a connection of the shared client may be kept already. */
    private volatile boolean hasKeptConnection;
    /** Whether the server speaks HTTP/2, which says of each request whether it was taken. */
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
        boolean own = !request.repeatable() && hasKeptConnection && !isHttp2 && !canUseSharedClient();
        JdkHttpCall call =
                new JdkHttpCall(builder.build(), body, handler, own, request.repeatable() && hasKeptConnection);
        call.start();
        return call;
    }

    /** Whether what must not be repeated may be sent by the shared client. */
    private boolean canUseSharedClient() {
        if (!connections.isKeepAlive()) {
            return false;
        }
        if (System.nanoTime() - answeredAt > SAFE_NANOS) {
            renewSharedClient();
        }
        return true;
    }

    /** The connections that were not used for long are not used again. */
    private void renewSharedClient() {
        renewal.lock();
        try {
            if (System.nanoTime() - answeredAt > SAFE_NANOS) {
                if (previous != null) {
                    JdkHttpClientFactory.shutdown(previous);
                }
                previous = shared;
                shared = JdkHttpClientFactory.create(target, limits, executor);
                answeredAt = System.nanoTime();
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

    /** The content of a request, until it is released. */
    private static final class ReleasableBodyPublisher implements HttpRequest.BodyPublisher {
        private final long length;
        private volatile HttpRequest.BodyPublisher content;

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
     * One request; takes its own response. The library's connection holds the call that opened it as long as it is
     * kept, so a call that has ended holds nothing.
     */
    private final class JdkHttpCall
            implements HttpCall, HttpResponse.BodyHandler<Boolean>, HttpResponse.BodySubscriber<Boolean> {
        private final HttpRequest request;
        private final ReleasableBodyPublisher content;
        private final CompletableFuture<Boolean> over = new CompletableFuture<>();
        private volatile boolean usesOwnClient;
        private volatile boolean mayRepeat;
        private volatile @Nullable CompletableFuture<?> sent;
        private volatile Flow.@Nullable Subscription subscription;
        /** Null when the call has ended. */
        private volatile @Nullable HttpResponseHandler handler;

        private volatile HttpResponseHandler.@Nullable BodyListener body;
        /** How many hold back the next piece: the consumer of the last one, and each pause. */
        private final AtomicInteger demandHolds = new AtomicInteger();

        private volatile boolean hasHead;
        private volatile boolean aborted;

        JdkHttpCall(
                HttpRequest request,
                ReleasableBodyPublisher content,
                HttpResponseHandler handler,
                boolean own,
                boolean mayRepeat) {
            this.request = request;
            this.content = content;
            this.handler = handler;
            this.usesOwnClient = own;
            this.mayRepeat = mayRepeat;
        }

        void start() {
            boolean alone = usesOwnClient;
            HttpClient chosen = alone ? JdkHttpClientFactory.create(target, limits, executor) : shared;
            CompletableFuture<HttpResponse<Boolean>> sending = chosen.sendAsync(request, this);
            sent = sending;
            if (aborted) {
                sending.cancel(true);
            }
            var unused = sending.whenComplete((response, problem) -> {
                if (response != null && !alone) {
                    answeredAt = System.nanoTime();
                    connections.onResponse(response);
                }
                if (problem != null && !hasHead) {
                    onSendFailure(problem instanceof CompletionException ? problem.getCause() : problem);
                }
                if (alone) {
                    JdkHttpClientFactory.shutdownNow(chosen);
                }
            });
        }

        private void onSendFailure(@Nullable Throwable problem) {
            IOException why = problem instanceof IOException known ? known : new IOException(problem);
            boolean kept = !(why instanceof ConnectException || why instanceof HttpConnectTimeoutException);
            HttpResponseHandler taker = handler;
            if (taker == null) {
                return;
            }
            if (kept) {
                connections.onStaleConnection();
            }
            if (mayRepeat && kept) {
                mayRepeat = false;
                usesOwnClient = true;
                start();
            } else {
                releaseReferences();
                taker.onFailure(why);
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
            HttpResponseHandler taker = handler;
            if (taker != null) {
                HttpResponseHandler.BodyListener given = taker.onHead(
                        new HttpResponseHandler.ResponseHead(info.statusCode(), headers, info.headers()::map), this);
                body = aborted ? null : given;
            }
            return this;
        }

        @Override
        public CompletionStage<Boolean> getBody() {
            return over;
        }

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
            if (aborted) {
                given.cancel();
            } else {
                given.request(1);
            }
        }

        @Override
        public void onNext(List<ByteBuffer> buffers) {
            demandHolds.set(1);
            ByteBuffer piece = ByteBuffer.allocate(
                    buffers.stream().mapToInt(ByteBuffer::remaining).sum());
            buffers.forEach(piece::put);
            HttpResponseHandler.BodyListener taker = body;
            if (!aborted && taker != null && piece.capacity() > 0) {
                taker.onData(piece.array());
            }
            resume();
        }

        @Override
        public void onError(Throwable problem) {
            complete(taker -> taker.onFailure(problem instanceof IOException known ? known : new IOException(problem)));
        }

        @Override
        public void onComplete() {
            complete(HttpResponseHandler.BodyListener::onEnd);
        }

        private void complete(Consumer<HttpResponseHandler.BodyListener> told) {
            HttpResponseHandler.BodyListener taker = body;
            releaseReferences();
            if (!aborted && taker != null) {
                told.accept(taker);
            }
            over.complete(true);
        }

        @Override
        public void abort() {
            aborted = true;
            releaseReferences();
            Flow.Subscription given = subscription;
            CompletableFuture<?> sending = sent;
            if (given != null) {
                given.cancel();
            }
            if (sending != null) {
                sending.cancel(true);
            }
            over.complete(false);
        }

        @Override
        public void pause() {
            demandHolds.incrementAndGet();
        }

        @Override
        public void resume() {
            Flow.Subscription given = subscription;
            if (demandHolds.decrementAndGet() == 0 && given != null) {
                given.request(1);
            }
        }
    }
}
