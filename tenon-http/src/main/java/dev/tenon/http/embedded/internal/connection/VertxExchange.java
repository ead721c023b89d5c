package dev.tenon.http.embedded.internal.connection;

import dev.tenon.http.embedded.HttpServerLimits;
import dev.tenon.http.embedded.internal.channel.ConnectionCounters;
import dev.tenon.http.embedded.internal.request.VertxRequestHead;
import dev.tenon.server.http.HttpBodyReceiver;
import dev.tenon.server.http.HttpEndpoint;
import io.netty.handler.codec.http2.Http2Error;
import io.vertx.core.Context;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One request from its head to the last byte of its answer. Lives on the event loop of its connection. */
final class VertxExchange {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.http");
    /** A handler of a large request that takes longer waits for something, most likely, and does not compute. */
    private static final long MAX_TURN_MS = 10;

    private final HttpServerRequest request;
    private final Context context;
    private final ClientConnection connection;
    private final HttpServerLimits bounds;
    private final VertxRequestHead head;
    private final VertxResponseWriter reply;
    /** Whether the client sends its body only when it is told to. */
    private boolean awaitsContinue;

    private volatile @Nullable RequestBodyAggregator body;
    /** Counted down when the answer begins, on any thread; null while no thread waits for that. */
    private volatile @Nullable CountDownLatch responseStarted;

    private final long bodyDeadline;
    private long responseDeadline = Long.MAX_VALUE;
    /** The bytes of the answer that have not left, and since when none has. */
    private long pendingBytes;

    private long lastWriteNanos;
    private boolean bodyEnded;
    private boolean responseEnded;

    VertxExchange(HttpServerRequest request, Context context, ClientConnection connection, HttpServerLimits bounds) {
        this.request = request;
        this.context = context;
        this.connection = connection;
        this.bounds = bounds;
        this.head = new VertxRequestHead(request, connection.remoteHost());
        this.awaitsContinue =
                request.version() != HttpVersion.HTTP_1_0 && request.headers().contains(HttpHeaders.EXPECT);
        this.bodyDeadline = System.nanoTime() + bounds.bodyTimeout().toNanos();
        this.reply = new VertxResponseWriter(request.response(), new EventLoopExecutor(context), this);
        request.exceptionHandler(problem -> onBodyEnd());
        request.endHandler(nothing -> onBodyEnd());
        connection.register(this);
    }

    VertxRequestHead head() {
        return head;
    }

    VertxResponseWriter responseWriter() {
        return reply;
    }

    HttpServerRequest request() {
        return request;
    }

    /** Shows the request to the endpoint. */
    void serve(HttpEndpoint endpoint) {
        callEndpoint(endpoint.canBlock(), () -> endpoint.handleHead(head, reply), this::startBody);
    }

    /**
     * Asks the endpoint something about the request: on a thread that may wait where the endpoint may make it wait,
     * while the body waits as well. What it says comes back to the event loop.
     */
    <T> void callEndpoint(boolean mayBlock, Supplier<@Nullable T> question, Consumer<@Nullable T> then) {
        if (!mayBlock) {
            then.accept(question.get());
            return;
        }
        request.pause();
        connection.setPaused(true);
        context.executeBlocking(question::get, false).onComplete(result -> {
            then.accept(result.result());
            request.resume();
            connection.setPaused(false);
        });
    }

    private void startBody(@Nullable HttpBodyReceiver wanted) {
        if (wanted == null || bodyEnded) {
            // Answered: what comes of a body is thrown away, as long as bodyTime allows.
            return;
        }
        RequestBodyAggregator reader =
                new RequestBodyAggregator(wanted, connection.resources().bodyBudget(), this);
        body = reader;
        request.handler(reader::onChunk);
        if (awaitsContinue) {
            awaitsContinue = false;
            var unused = request.response().writeContinue();
        }
    }

    /**
     * Runs what takes longer than an event loop has time for. The thread that does it takes the next large message when
     * this one is answered, or after a moment: else as many handlers would compute at once as there are large messages,
     * and the event loops would share the processors with all of them.
     */
    void offloadParsing(Runnable action) {
        CountDownLatch latch = new CountDownLatch(1);
        responseStarted = latch;
        connection.resources().executeParsing(() -> {
            action.run();
            awaitLatch(latch);
        });
    }

    /** The answer has begun; on any thread. */
    void onResponseStart() {
        CountDownLatch awaited = responseStarted;
        if (awaited != null) {
            awaited.countDown();
        }
        RequestBodyAggregator reader = body;
        if (reader != null) {
            reader.release();
        }
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            var unused = latch.await(MAX_TURN_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void onBodyEnd() {
        bodyEnded = true;
        RequestBodyAggregator reader = body;
        if (reader != null) {
            reader.onEnd(request.isEnded());
        }
        unregisterIfDone();
    }

    /** The answer's head is about to leave. */
    void beforeResponseHead(HttpServerResponse response) {
        if (hasAmbiguousNextRequest()) {
            response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
        }
    }

    /** The answer is complete, and is given to the network as that takes it. */
    void startResponseTimeout() {
        responseDeadline = System.nanoTime() + bounds.responseTimeout().toNanos();
    }

    /** All of the answer has been given to the network. */
    void onResponseWritten() {
        connection.onResponseComplete();
    }

    /** Some of the answer is to be given to the network. */
    void onWriteQueued(int bytes) {
        if (pendingBytes == 0) {
            lastWriteNanos = System.nanoTime();
        }
        pendingBytes += bytes;
        connection.memory().adjust(bytes);
    }

    /** Some of the answer has left, or never will. */
    void onWriteDone(int bytes, boolean successful) {
        long left = Math.min(bytes, pendingBytes);
        pendingBytes -= left;
        connection.memory().adjust(-left);
        if (!successful) {
            abort(Http2Error.INTERNAL_ERROR);
        } else if (pendingBytes > 0) {
            lastWriteNanos = System.nanoTime();
            if (responseDeadline != Long.MAX_VALUE) {
                responseDeadline = lastWriteNanos + bounds.responseTimeout().toNanos();
            }
        }
    }

    void addPendingOutput(List<ConnectionRegistry.PendingOutput> all, long now) {
        if (pendingBytes > 0) {
            all.add(new ConnectionRegistry.PendingOutput(now - lastWriteNanos, () -> {
                discardPendingOutput();
                abort(Http2Error.CANCEL);
            }));
        }
    }

    /** What has not left never will. */
    void discardPendingOutput() {
        connection.memory().adjust(-pendingBytes);
        pendingBytes = 0;
    }

    /** The answer has left, or never will. */
    void onResponseEnd() {
        responseEnded = true;
        discardPendingOutput();
        if (hasAmbiguousNextRequest()) {
            connection.closeGracefully();
        }
        unregisterIfDone();
    }

    /** Whether it speaks HTTP/1.0, where only the end of the connection can end a stream. */
    boolean isHttp10() {
        return request.version() == HttpVersion.HTTP_1_0;
    }

    /** The stream has been ended. */
    void onStreamEnd() {
        if (isHttp10()) {
            connection.closeGracefully();
        }
    }

    /** Ends the answer where it is: HTTP/2 ends a stream, HTTP/1 must end the connection. */
    void abort(Http2Error error) {
        if (request.version() == HttpVersion.HTTP_2) {
            var unused = request.response().reset(error.code());
        } else {
            connection.abort();
        }
    }

    /** A client that was not told to send its body may do so or not, and its next request begins here or there. */
    private boolean hasAmbiguousNextRequest() {
        return awaitsContinue && !bodyEnded && request.version() == HttpVersion.HTTP_1_1;
    }

    private void unregisterIfDone() {
        if (responseEnded && bodyEnded) {
            connection.unregister(this);
        }
    }

    /** Ends it when its body takes too long to come, or its answer to leave. */
    void checkTimeouts(long now, ConnectionCounters counters) {
        boolean sendsTooSlowly = !bodyEnded && now - bodyDeadline > 0;
        boolean readsTooSlowly = responseDeadline != Long.MAX_VALUE && now - responseDeadline > 0;
        if (!sendsTooSlowly && !readsTooSlowly) {
            return;
        }
        (sendsTooSlowly ? counters.slowSenders : counters.slowReaders).increment();
        long unlogged = connection.resources().slowPeerLogLimit().tryAdmit();
        if (unlogged >= 0) {
            LOG.warn(
                    "Cut off a request of {} (limit: {}); {} more not logged",
                    connection.remoteHost(),
                    sendsTooSlowly ? "HttpBounds.bodyTime" : "HttpBounds.answerTime",
                    unlogged);
        }
        abort(Http2Error.CANCEL);
    }
}
