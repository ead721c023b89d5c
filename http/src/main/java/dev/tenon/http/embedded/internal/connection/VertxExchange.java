package dev.tenon.http.embedded.internal.connection;

import static dev.tenon.http.embedded.internal.HttpServerConfig.LOG;

import dev.tenon.http.embedded.HttpServerLimits;
import dev.tenon.http.embedded.internal.channel.LimitViolationCounters;
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

/** One request, from its head to the last byte of its response. Confined to the event loop of its connection. */
final class VertxExchange {
    /** A handler of a large request that takes longer is probably waiting and not computing. */
    private static final long MAX_TURN_MS = 10;

    private final HttpServerRequest request;
    private final Context context;
    private final ClientConnection connection;
    private final HttpServerLimits limits;
    private final VertxRequestHead head;
    private final VertxResponseWriter responseWriter;
    /** Whether the client waits for 100 (Continue) before it sends its body. */
    private boolean awaitsContinue;

    private volatile @Nullable RequestBodyAggregator bodyAggregator;
    /** Counted down when the response starts, on any thread; null while no thread waits for that. */
    private volatile @Nullable CountDownLatch responseStarted;

    private final long bodyDeadline;
    private long responseDeadline = Long.MAX_VALUE;
    /** The unsent bytes of the response, and since when none of them has been sent. */
    private long pendingBytes;

    private long lastWriteNanos;
    private boolean bodyEnded;
    private boolean responseEnded;

    VertxExchange(HttpServerRequest request, Context context, ClientConnection connection, HttpServerLimits limits) {
        this.request = request;
        this.context = context;
        this.connection = connection;
        this.limits = limits;
        this.head = new VertxRequestHead(request, connection.remoteHost());
        this.awaitsContinue = !isHttp10() && request.headers().contains(HttpHeaders.EXPECT);
        this.bodyDeadline = System.nanoTime() + limits.bodyTimeout().toNanos();
        this.responseWriter = new VertxResponseWriter(request.response(), new EventLoopExecutor(context), this);
        request.exceptionHandler(problem -> onBodyEnd());
        request.endHandler(nothing -> onBodyEnd());
        connection.register(this);
    }

    VertxRequestHead head() {
        return head;
    }

    VertxResponseWriter responseWriter() {
        return responseWriter;
    }

    HttpServerRequest request() {
        return request;
    }

    /** Passes the request to the endpoint. */
    void serve(HttpEndpoint endpoint) {
        callEndpoint(endpoint.canBlock(), () -> endpoint.handleRequestHead(head, responseWriter), this::receiveBody);
    }

    /**
     * Calls the endpoint: on a worker thread if it may block, with the body paused meanwhile. The result is delivered
     * on the event loop.
     */
    <T> void callEndpoint(boolean canBlock, Supplier<@Nullable T> call, Consumer<@Nullable T> onResult) {
        if (!canBlock) {
            onResult.accept(call.get());
            return;
        }
        request.pause();
        connection.setInputPaused(true);
        context.executeBlocking(call::get, false).onComplete(result -> {
            onResult.accept(result.result());
            request.resume();
            connection.setInputPaused(false);
        });
    }

    private void receiveBody(@Nullable HttpBodyReceiver receiver) {
        if (receiver == null || bodyEnded) {
            // There is a response already: the body is discarded as it arrives, until the bodyTimeout.
            return;
        }
        RequestBodyAggregator aggregator =
                new RequestBodyAggregator(receiver, connection.resources().bodyBudget(), this);
        bodyAggregator = aggregator;
        request.handler(aggregator::onChunk);
        if (awaitsContinue) {
            awaitsContinue = false;
            var unused = request.response().writeContinue();
        }
    }

    /**
     * Executes a task that takes too long for an event loop. Its thread takes the next large message when the response
     * to this one has started, or after a moment: otherwise as many handlers would compute at once as there are large
     * messages, competing with the event loops for the processors.
     */
    void offloadParsing(Runnable action) {
        CountDownLatch latch = new CountDownLatch(1);
        responseStarted = latch;
        connection.resources().executeParsing(() -> {
            action.run();
            awaitResponseStartBriefly(latch);
        });
    }

    /** Called when the response starts; on any thread. */
    void releaseBodyAndParserThread() {
        CountDownLatch latch = responseStarted;
        if (latch != null) {
            latch.countDown();
        }
        RequestBodyAggregator aggregator = bodyAggregator;
        if (aggregator != null) {
            aggregator.release();
        }
    }

    private static void awaitResponseStartBriefly(CountDownLatch latch) {
        try {
            var unused = latch.await(MAX_TURN_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void onBodyEnd() {
        bodyEnded = true;
        RequestBodyAggregator aggregator = bodyAggregator;
        if (aggregator != null) {
            aggregator.onEnd(request.isEnded());
        }
        unregisterIfDone();
    }

    /** Called before the head of the response is sent. */
    void addCloseHeaderIfAmbiguous(HttpServerResponse response) {
        if (hasAmbiguousNextRequest()) {
            response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
        }
    }

    /** Starts the timeout for sending the complete response. */
    void startSendTimeout() {
        responseDeadline = System.nanoTime() + limits.responseTimeout().toNanos();
    }

    /** Called when the whole response has been passed to the network. */
    void allowNextRequest() {
        connection.onResponseComplete();
    }

    /** Called when a part of the response is about to be passed to the network. */
    void onWriteQueued(int bytes) {
        if (pendingBytes == 0) {
            lastWriteNanos = System.nanoTime();
        }
        pendingBytes += bytes;
        connection.memory().adjustBytes(bytes);
    }

    /** Called when a part of the response has been sent or dropped. */
    void countSentOrAbort(int bytes, boolean successful) {
        long sent = Math.min(bytes, pendingBytes);
        pendingBytes -= sent;
        connection.memory().adjustBytes(-sent);
        if (!successful) {
            abort(Http2Error.INTERNAL_ERROR);
        } else if (pendingBytes > 0) {
            lastWriteNanos = System.nanoTime();
            if (responseDeadline != Long.MAX_VALUE) {
                responseDeadline = lastWriteNanos + limits.responseTimeout().toNanos();
            }
        }
    }

    void collectPendingOutput(List<ConnectionMonitor.PendingOutput> all, long now) {
        if (pendingBytes > 0) {
            all.add(new ConnectionMonitor.PendingOutput(now - lastWriteNanos, () -> {
                releasePendingBytes();
                abort(Http2Error.CANCEL);
            }));
        }
    }

    /** Takes the unsent bytes of the response out of the memory budget. */
    void releasePendingBytes() {
        connection.memory().adjustBytes(-pendingBytes);
        pendingBytes = 0;
    }

    /** Called when the response has been sent or dropped. */
    void endResponseAndCloseIfAmbiguous() {
        responseEnded = true;
        releasePendingBytes();
        if (hasAmbiguousNextRequest()) {
            connection.closeGracefully();
        }
        unregisterIfDone();
    }

    /** Returns whether the request is HTTP/1.0, where only closing the connection can end a stream. */
    boolean isHttp10() {
        return request.version() == HttpVersion.HTTP_1_0;
    }

    /** Called when the stream has been ended. */
    void closeIfHttp10() {
        if (isHttp10()) {
            connection.closeGracefully();
        }
    }

    /** Aborts the response: HTTP/2 resets the stream, HTTP/1 must close the connection. */
    void abort(Http2Error error) {
        if (request.version() == HttpVersion.HTTP_2) {
            var unused = request.response().reset(error.code());
        } else {
            connection.abort();
        }
    }

    /**
     * Returns whether the start of the next request is ambiguous: a client that got no 100 (Continue) may send its body
     * or not.
     */
    private boolean hasAmbiguousNextRequest() {
        return awaitsContinue && !bodyEnded && request.version() == HttpVersion.HTTP_1_1;
    }

    private void unregisterIfDone() {
        if (responseEnded && bodyEnded) {
            connection.unregister(this);
        }
    }

    /** Aborts the request if its body takes too long to arrive, or its response to be sent. */
    void abortIfTimedOut(long now, LimitViolationCounters counters) {
        boolean sendsTooSlowly = !bodyEnded && now - bodyDeadline > 0;
        boolean readsTooSlowly = responseDeadline != Long.MAX_VALUE && now - responseDeadline > 0;
        if (!sendsTooSlowly && !readsTooSlowly) {
            return;
        }
        (sendsTooSlowly ? counters.slowSenders : counters.slowReaders).increment();
        long unlogged = connection.resources().slowPeerLogLimit().admitAndTakeSuppressed();
        if (unlogged >= 0) {
            LOG.warn(
                    "Aborted a request of {} (limit: {}); {} more not logged",
                    connection.remoteHost(),
                    sendsTooSlowly ? "bodyTimeout" : "responseTimeout",
                    unlogged);
        }
        abort(Http2Error.CANCEL);
    }
}
