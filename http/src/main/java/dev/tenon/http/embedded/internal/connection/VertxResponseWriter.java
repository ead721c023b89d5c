package dev.tenon.http.embedded.internal.connection;

import dev.tenon.http.ErrorStatusMapper;
import dev.tenon.http.embedded.internal.AsciiHeaderNames;
import dev.tenon.server.http.HttpResponseStream;
import dev.tenon.server.http.HttpResponseWriter;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.Http2Error;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.internal.buffer.BufferInternal;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/** The response to one request. Calls after the response is complete or the connection is closed have no effect. */
final class VertxResponseWriter implements HttpResponseWriter, HttpResponseStream {
    private final HttpServerResponse response;
    private final EventLoopExecutor loop;
    private final VertxExchange exchange;
    private final AtomicBoolean started = new AtomicBoolean();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    /** Used by the event loop only, like the following fields. */
    private boolean complete;

    private final WriteCoalescer coalescer = new WriteCoalescer();
    /** Whether the head of a stream has not been sent yet. */
    private boolean headPending;

    private boolean flushScheduled;
    /** Whether the remaining output waits for the network. */
    private boolean draining;
    /** Whether the response ends after the remaining output. */
    private boolean ending;

    VertxResponseWriter(HttpServerResponse response, EventLoopExecutor loop, VertxExchange exchange) {
        this.response = response;
        this.loop = loop;
        this.exchange = exchange;
        response.exceptionHandler(problem -> onConnectionLost());
        response.closeHandler(nothing -> onConnectionLost());
    }

    @Override
    public void send(int status, Map<String, String> headers, byte[] body) {
        if (started.compareAndSet(false, true)) {
            exchange.releaseBodyAndParserThread();
            loop.execute(() -> {
                if (!complete) {
                    setStatusAndHeaders(status, headers);
                    exchange.startSendTimeout();
                    exchange.onWriteQueued(body.length);
                    if (WriteCoalescer.fitsOneBatch(body)) {
                        completeWhenSent(
                                body.length, response.end(BufferInternal.buffer(Unpooled.wrappedBuffer(body))));
                    } else {
                        response.putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.length));
                        coalescer.addBody(body);
                        endAfterQueued();
                    }
                }
            });
        }
    }

    private void setStatusAndHeaders(int status, Map<String, String> headers) {
        // Setting the default status takes about 0.25 microseconds because its reason phrase is looked up.
        if (status != ErrorStatusMapper.OK) {
            response.setStatusCode(status);
        }
        headers.forEach((name, value) -> response.putHeader(AsciiHeaderNames.of(name), value));
        exchange.addCloseHeaderIfAmbiguous(response);
    }

    @Override
    public HttpResponseStream openStream(Map<String, String> headers) {
        if (!started.compareAndSet(false, true)) {
            throw new IllegalStateException("The response has already been started");
        }
        exchange.releaseBodyAndParserThread();
        loop.execute(() -> {
            if (!complete) {
                setStatusAndHeaders(ErrorStatusMapper.OK, headers);
                headPending = true;
                scheduleFlush();
            }
        });
        return this;
    }

    @Override
    public void write(byte[] bytes, Runnable written) {
        loop.execute(() -> {
            if (complete || ending) {
                written.run();
                return;
            }
            coalescer.addPiece(bytes, written);
            exchange.onWriteQueued(bytes.length);
            if (coalescer.shouldFlush()) {
                flush();
            } else {
                scheduleFlush();
            }
        });
    }

    /** Flushes at the end of this turn of the event loop, so that all its writes are sent together. */
    private void scheduleFlush() {
        if (!flushScheduled) {
            flushScheduled = true;
            loop.executeLater(() -> {
                flushScheduled = false;
                flush();
            });
        }
    }

    private void flush() {
        if (complete) {
            return;
        }
        if (headPending) {
            // If the response is complete before anything is sent, it has a length and is sent as one buffer.
            response.setChunked(true);
        }
        if (!coalescer.isEmpty()) {
            headPending = false;
            writeQueued();
        } else if (headPending) {
            headPending = false;
            var unused = exchange.isHttp10() ? response.write(Buffer.buffer()) : response.writeHead();
        }
        if (ending && coalescer.isEmpty()) {
            completeWhenSent(0, response.end());
            exchange.closeIfHttp10();
        }
    }

    /** Writes as much as the network accepts now. The rest waits in the heap. */
    private void writeQueued() {
        while (!coalescer.isEmpty() && !response.writeQueueFull()) {
            var unused = writeBatch(response::write);
        }
        if (!coalescer.isEmpty() && !draining) {
            draining = true;
            response.drainHandler(nothing -> {
                draining = false;
                flush();
            });
        }
    }

    @Override
    public void end() {
        loop.execute(() -> {
            if (!complete && !ending) {
                exchange.startSendTimeout();
                if (coalescer.fitsOneBatch() && !draining) {
                    completeWhenSent(0, coalescer.isEmpty() ? response.end() : writeBatch(response::end));
                    exchange.closeIfHttp10();
                } else {
                    endAfterQueued();
                }
            }
        });
    }

    private void endAfterQueued() {
        ending = true;
        flush();
    }

    @Override
    public void abort() {
        loop.execute(() -> {
            if (!complete) {
                exchange.abort(Http2Error.CANCEL);
                onConnectionLost();
            }
        });
    }

    private Future<Void> writeBatch(Function<Buffer, Future<Void>> writer) {
        WriteCoalescer.CoalescedWrite batch = coalescer.takeBatch();
        int bytes = batch.content().readableBytes();
        return writer.apply(BufferInternal.buffer(batch.content())).onComplete(result -> {
            exchange.countSentOrAbort(bytes, result.succeeded());
            batch.written().run();
        });
    }

    /**
     * Completes the response when its last part has been sent.
     *
     * @param bytes how many bytes of that part have not been counted
     */
    private void completeWhenSent(int bytes, Future<Void> sent) {
        complete = true;
        exchange.allowNextRequest();
        sent.onComplete(result -> {
            exchange.countSentOrAbort(bytes, result.succeeded());
            exchange.endResponseAndCloseIfAmbiguous();
        });
    }

    /** Called when the connection, or the stream in it, is closed. */
    private void onConnectionLost() {
        boolean incomplete = !complete;
        complete = true;
        exchange.endResponseAndCloseIfAmbiguous();
        if (incomplete) {
            // Called later, because the aborting thread may hold locks that these actions need.
            Runnable written = coalescer.discardAndTakeCallback();
            loop.executeLater(() -> {
                written.run();
                closed.complete(null);
            });
        }
    }

    @Override
    public void onDisconnected(Runnable action) {
        var unused = closed.thenRun(action);
    }
}
