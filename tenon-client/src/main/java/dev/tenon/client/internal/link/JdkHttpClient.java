package dev.tenon.client.internal.link;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.client.ClientLimits;
import dev.tenon.client.HttpTarget;
import dev.tenon.http.AsyncHttpClient;
import dev.tenon.http.Headers;
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
 * Requests by {@code java.net.http}. That library cannot be told to use a new connection for one request, nor does it say beforehand
 * whether it does. So each HTTP/1.1 request that must not be repeated has a library client of its own, unless the server is known to
 * keep connections ({@code docs/choices/closed-connections.md}).
 */
final class JdkHttpClient implements AsyncHttpClient, AutoCloseable {
    private final HttpTarget target;
    private final ClientLimits limits;
    private final Executor executor;
    /** How long after an answer the connections of the shared client may be used for what must not be repeated. */
    private static final long SAFE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final ConnectionLabels connections = new ConnectionLabels();
    private final ReentrantLock renewal = new ReentrantLock();
    /** Written with the lock. */
    private volatile HttpClient shared;

    private volatile long answeredAt;

    /** The shared client before, by which a request may just be sent. */
    @GuardedBy("renewal") private @Nullable HttpClient previous;

    /** Whether a connection of the shared client may be kept already. */
    private volatile boolean used;
    /** Whether the server speaks HTTP/2, which says of each request whether it was taken. */
    private volatile boolean multiplexed;

    JdkHttpClient(HttpTarget target, ClientLimits limits, Executor executor) {
        this.target = target;
        this.limits = limits;
        this.executor = executor;
        this.shared = HttpClients.create(target, limits, executor);
    }

    @Override
    public boolean hasRoom() {
        return true;
    }

    @Override
    public HttpCall send(Request request, HttpResponseHandler handler) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(request.uri());
        ReleasableBody body = new ReleasableBody(request.body());
        builder.method(request.method(), body);
        HttpClients.setHeaders(builder::setHeader, request.headers());
        boolean own = !request.repeatable() && used && !multiplexed && !maySend();
        Call call = new Call(builder.build(), body, handler, own, request.repeatable() && used);
        call.start();
        return call;
    }

    /** Whether what must not be repeated may be sent by the shared client. */
    private boolean maySend() {
        if (!connections.serverKeeps()) {
            return false;
        }
        if (System.nanoTime() - answeredAt > SAFE_NANOS) {
            renew();
        }
        return true;
    }

    /** The connections that were not used for long are not used again. */
    private void renew() {
        renewal.lock();
        try {
            if (System.nanoTime() - answeredAt > SAFE_NANOS) {
                if (previous != null) {
                    HttpClients.retire(previous);
                }
                previous = shared;
                shared = HttpClients.create(target, limits, executor);
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
                HttpClients.stop(previous);
            }
            HttpClients.stop(shared);
        } finally {
            renewal.unlock();
        }
    }

    /** The content of a request, until it is released. */
    private static final class ReleasableBody implements HttpRequest.BodyPublisher {
        private final long length;
        private volatile HttpRequest.BodyPublisher content;

        ReleasableBody(byte[] bytes) {
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
     * One request; takes its own response. The library's connection holds the call that opened it as long as it is kept, so a call that
     * has ended holds nothing.
     */
    private final class Call
            implements HttpCall, HttpResponse.BodyHandler<Boolean>, HttpResponse.BodySubscriber<Boolean> {
        private final HttpRequest request;
        private final ReleasableBody content;
        private final CompletableFuture<Boolean> over = new CompletableFuture<>();
        private volatile boolean own;
        private volatile boolean mayRepeat;
        private volatile @Nullable CompletableFuture<?> sent;
        private volatile Flow.@Nullable Subscription subscription;
        /** Null when the call has ended. */
        private volatile @Nullable HttpResponseHandler handler;

        private volatile HttpResponseHandler.@Nullable Body body;
        /** How many hold back the next piece: the consumer of the last one, and each pause. */
        private final AtomicInteger holds = new AtomicInteger();

        private volatile boolean headed;
        private volatile boolean aborted;

        Call(HttpRequest request, ReleasableBody content, HttpResponseHandler handler, boolean own, boolean mayRepeat) {
            this.request = request;
            this.content = content;
            this.handler = handler;
            this.own = own;
            this.mayRepeat = mayRepeat;
        }

        void start() {
            boolean alone = own;
            HttpClient chosen = alone ? HttpClients.create(target, limits, executor) : shared;
            CompletableFuture<HttpResponse<Boolean>> sending = chosen.sendAsync(request, this);
            sent = sending;
            if (aborted) {
                sending.cancel(true);
            }
            var unused = sending.whenComplete((response, problem) -> {
                if (response != null && !alone) {
                    answeredAt = System.nanoTime();
                    connections.answered(response);
                }
                if (problem != null && !headed) {
                    unanswered(problem instanceof CompletionException ? problem.getCause() : problem);
                }
                if (alone) {
                    HttpClients.stop(chosen);
                }
            });
        }

        private void unanswered(@Nullable Throwable problem) {
            IOException why = problem instanceof IOException known ? known : new IOException(problem);
            boolean kept = !(why instanceof ConnectException || why instanceof HttpConnectTimeoutException);
            HttpResponseHandler taker = handler;
            if (taker == null) {
                return;
            }
            if (kept) {
                connections.lost();
            }
            if (mayRepeat && kept) {
                mayRepeat = false;
                own = true;
                start();
            } else {
                release();
                taker.failed(why);
            }
        }

        private void release() {
            handler = null;
            body = null;
            content.release();
        }

        @Override
        public HttpResponse.BodySubscriber<Boolean> apply(HttpResponse.ResponseInfo info) {
            headed = true;
            used = true;
            multiplexed = info.version() == HttpClient.Version.HTTP_2;
            Headers headers = info.headers()::allValues;
            HttpResponseHandler taker = handler;
            if (taker != null) {
                HttpResponseHandler.Body given =
                        taker.head(new HttpResponseHandler.Head(info.statusCode(), headers, info.headers()::map), this);
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
            holds.set(1);
            ByteBuffer piece = ByteBuffer.allocate(
                    buffers.stream().mapToInt(ByteBuffer::remaining).sum());
            buffers.forEach(piece::put);
            HttpResponseHandler.Body taker = body;
            if (!aborted && taker != null && piece.capacity() > 0) {
                taker.data(piece.array());
            }
            resume();
        }

        @Override
        public void onError(Throwable problem) {
            ended(taker -> taker.failed(problem instanceof IOException known ? known : new IOException(problem)));
        }

        @Override
        public void onComplete() {
            ended(HttpResponseHandler.Body::end);
        }

        private void ended(Consumer<HttpResponseHandler.Body> told) {
            HttpResponseHandler.Body taker = body;
            release();
            if (!aborted && taker != null) {
                told.accept(taker);
            }
            over.complete(true);
        }

        @Override
        public void abort() {
            aborted = true;
            release();
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
            holds.incrementAndGet();
        }

        @Override
        public void resume() {
            Flow.Subscription given = subscription;
            if (holds.decrementAndGet() == 0 && given != null) {
                given.request(1);
            }
        }
    }
}
