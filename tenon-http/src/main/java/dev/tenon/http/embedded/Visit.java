package dev.tenon.http.embedded;

import dev.tenon.server.HttpBody;
import dev.tenon.server.HttpEndpoint;
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
final class Visit {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.http");
    /** A handler of a large request that takes longer waits for something, most likely, and does not compute. */
    private static final long MAX_TURN_MS = 10;

    private final HttpServerRequest request;
    private final Context context;
    private final Connection connection;
    private final HttpBounds bounds;
    private final RequestHead head;
    private final Reply reply;
    /** Whether the client sends its body only when it is told to. */
    private boolean awaitsContinue;

    private volatile @Nullable BodyReader body;
    /** Counted down when the answer begins, on any thread; null while no thread waits for that. */
    private volatile @Nullable CountDownLatch answered;

    private final long bodyDeadline;
    private long answerDeadline = Long.MAX_VALUE;
    /** The bytes of the answer that have not left, and since when none has. */
    private long unsent;

    private long sentAt;
    private boolean bodyOver;
    private boolean answerOver;

    Visit(HttpServerRequest request, Context context, Connection connection, HttpBounds bounds) {
        this.request = request;
        this.context = context;
        this.connection = connection;
        this.bounds = bounds;
        this.head = new RequestHead(request, connection.remoteHost());
        this.awaitsContinue =
                request.version() != HttpVersion.HTTP_1_0 && request.headers().contains(HttpHeaders.EXPECT);
        this.bodyDeadline = System.nanoTime() + bounds.bodyTime().toNanos();
        this.reply = new Reply(request.response(), new Loop(context), this);
        request.exceptionHandler(problem -> bodyEnded());
        request.endHandler(nothing -> bodyEnded());
        connection.opened(this);
    }

    RequestHead head() {
        return head;
    }

    Reply reply() {
        return reply;
    }

    HttpServerRequest request() {
        return request;
    }

    /** Shows the request to the endpoint. */
    void serve(HttpEndpoint endpoint) {
        ask(endpoint.mayBlock(), () -> endpoint.begin(head, reply), this::begun);
    }

    /**
     * Asks the endpoint something about the request: on a thread that may wait where the endpoint may make it wait, while
     * the body waits as well. What it says comes back to the event loop.
     */
    <T> void ask(boolean mayBlock, Supplier<@Nullable T> question, Consumer<@Nullable T> then) {
        if (!mayBlock) {
            then.accept(question.get());
            return;
        }
        request.pause();
        connection.pause(true);
        context.executeBlocking(question::get, false).onComplete(result -> {
            then.accept(result.result());
            request.resume();
            connection.pause(false);
        });
    }

    private void begun(@Nullable HttpBody wanted) {
        if (wanted == null || bodyOver) {
            // Answered: what comes of a body is thrown away, as long as bodyTime allows.
            return;
        }
        BodyReader reader = new BodyReader(wanted, connection.shared().bodies(), this);
        body = reader;
        request.handler(reader::chunk);
        if (awaitsContinue) {
            awaitsContinue = false;
            var unused = request.response().writeContinue();
        }
    }

    /**
     * Runs what takes longer than an event loop has time for. The thread that does it takes the next large message when this one is
     * answered, or after a moment: else as many handlers would compute at once as there are large messages, and the event loops would
     * share the processors with all of them.
     */
    void parseElsewhere(Runnable action) {
        CountDownLatch latch = new CountDownLatch(1);
        answered = latch;
        connection.shared().parse(() -> {
            action.run();
            await(latch);
        });
    }

    /** The answer has begun; on any thread. */
    void answered() {
        CountDownLatch awaited = answered;
        if (awaited != null) {
            awaited.countDown();
        }
        BodyReader reader = body;
        if (reader != null) {
            reader.release();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            var unused = latch.await(MAX_TURN_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void bodyEnded() {
        bodyOver = true;
        BodyReader reader = body;
        if (reader != null) {
            reader.end(request.isEnded());
        }
        settle();
    }

    /** The answer's head is about to leave. */
    void answering(HttpServerResponse response) {
        if (leavesTheNextRequestUnknown()) {
            response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
        }
    }

    /** The answer is complete, and is given to the network as that takes it. */
    void complete() {
        answerDeadline = System.nanoTime() + bounds.answerTime().toNanos();
    }

    /** All of the answer has been given to the network. */
    void handedOver() {
        connection.answered();
    }

    /** Some of the answer is to be given to the network. */
    void sending(int bytes) {
        if (unsent == 0) {
            sentAt = System.nanoTime();
        }
        unsent += bytes;
        connection.memory().add(bytes);
    }

    /** Some of the answer has left, or never will. */
    void sent(int bytes, boolean successful) {
        long left = Math.min(bytes, unsent);
        unsent -= left;
        connection.memory().add(-left);
        if (!successful) {
            cut(Http2Error.INTERNAL_ERROR);
        } else if (unsent > 0) {
            sentAt = System.nanoTime();
            if (answerDeadline != Long.MAX_VALUE) {
                answerDeadline = sentAt + bounds.answerTime().toNanos();
            }
        }
    }

    void addWaiting(List<Connections.Waiting> all, long now) {
        if (unsent > 0) {
            all.add(new Connections.Waiting(now - sentAt, () -> {
                forgetWaiting();
                cut(Http2Error.CANCEL);
            }));
        }
    }

    /** What has not left never will. */
    void forgetWaiting() {
        connection.memory().add(-unsent);
        unsent = 0;
    }

    /** The answer has left, or never will. */
    void over() {
        answerOver = true;
        forgetWaiting();
        if (leavesTheNextRequestUnknown()) {
            connection.close();
        }
        settle();
    }

    /** Whether it speaks HTTP/1.0, where only the end of the connection can end a stream. */
    boolean isHttp10() {
        return request.version() == HttpVersion.HTTP_1_0;
    }

    /** The stream has been ended. */
    void streamed() {
        if (isHttp10()) {
            connection.close();
        }
    }

    /** Ends the answer where it is: HTTP/2 ends a stream, HTTP/1 must end the connection. */
    void cut(Http2Error error) {
        if (request.version() == HttpVersion.HTTP_2) {
            var unused = request.response().reset(error.code());
        } else {
            connection.cut();
        }
    }

    /** A client that was not told to send its body may do so or not, and its next request begins here or there. */
    private boolean leavesTheNextRequestUnknown() {
        return awaitsContinue && !bodyOver && request.version() == HttpVersion.HTTP_1_1;
    }

    private void settle() {
        if (answerOver && bodyOver) {
            connection.done(this);
        }
    }

    /** Ends it when its body takes too long to come, or its answer to leave. */
    void sweep(long now, ConnectionCounters counters) {
        boolean sendsTooSlowly = !bodyOver && now - bodyDeadline > 0;
        boolean readsTooSlowly = answerDeadline != Long.MAX_VALUE && now - answerDeadline > 0;
        if (!sendsTooSlowly && !readsTooSlowly) {
            return;
        }
        (sendsTooSlowly ? counters.slowSenders : counters.slowReaders).increment();
        long unlogged = connection.shared().slowPeers().admit();
        if (unlogged >= 0) {
            LOG.warn(
                    "Cut off a request of {} (limit: {}); {} more not logged",
                    connection.remoteHost(),
                    sendsTooSlowly ? "HttpBounds.bodyTime" : "HttpBounds.answerTime",
                    unlogged);
        }
        cut(Http2Error.CANCEL);
    }
}
