package dev.tenon.http.embedded.internal.connection;

import dev.tenon.http.ErrorStatusMapper;
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

/** The answer to one request. What comes after the answer, or after the connection has gone, changes nothing. */
final class VertxResponseWriter implements HttpResponseWriter, HttpResponseStream {
    private final HttpServerResponse response;
    private final EventLoopExecutor loop;
    private final VertxExchange exchange;
    private final AtomicBoolean started = new AtomicBoolean();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    /** Touched by the event loop only, like what follows. */
    private boolean complete;

    private final WriteCoalescer coalescer = new WriteCoalescer();
    /** Whether the head of a stream has not left yet. */
    private boolean headDue;

    private boolean flushDue;
    /** Whether what is left waits until the network takes more. */
    private boolean draining;
    /** Whether the answer ends after what is left. */
    private boolean ending;

    VertxResponseWriter(HttpServerResponse response, EventLoopExecutor loop, VertxExchange visit) {
        this.response = response;
        this.loop = loop;
        this.exchange = visit;
        response.exceptionHandler(problem -> onConnectionLost());
        response.closeHandler(nothing -> onConnectionLost());
    }

    @Override
    public void send(int status, Map<String, String> headers, byte[] body) {
        if (started.compareAndSet(false, true)) {
            exchange.onResponseStart();
            loop.execute(() -> {
                if (!complete) {
                    beginHead(status, headers);
                    exchange.startResponseTimeout();
                    exchange.onWriteQueued(body.length);
                    if (WriteCoalescer.fitsOneBatch(body)) {
                        finish(body.length, response.end(wrap(body)));
                    } else {
                        response.putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.length));
                        coalescer.addBody(body);
                        endAfterQueued();
                    }
                }
            });
        }
    }

    private void beginHead(int status, Map<String, String> headers) {
        // To set the one that it has takes some 0.25 microseconds, as its reason phrase is looked up.
        if (status != ErrorStatusMapper.OK) {
            response.setStatusCode(status);
        }
        headers.forEach(response::putHeader);
        exchange.beforeResponseHead(response);
    }

    @Override
    public HttpResponseStream openStream(Map<String, String> headers) {
        if (!started.compareAndSet(false, true)) {
            throw new IllegalStateException("A request is answered once");
        }
        exchange.onResponseStart();
        loop.execute(() -> {
            if (!complete) {
                beginHead(ErrorStatusMapper.OK, headers);
                headDue = true;
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
            coalescer.add(bytes, written);
            exchange.onWriteQueued(bytes.length);
            if (coalescer.shouldFlush()) {
                flush();
            } else {
                scheduleFlush();
            }
        });
    }

    /** At the end of this turn of the event loop: what is written until then leaves in one piece. */
    private void scheduleFlush() {
        if (!flushDue) {
            flushDue = true;
            loop.executeLater(() -> {
                flushDue = false;
                flush();
            });
        }
    }

    private void flush() {
        if (complete) {
            return;
        }
        if (headDue) {
            // Where all is known before anything leaves, it has a length, and leaves as one buffer.
            response.setChunked(true);
        }
        if (!coalescer.isEmpty()) {
            headDue = false;
            writeQueued();
        } else if (headDue) {
            headDue = false;
            var unused = exchange.isHttp10() ? response.write(Buffer.buffer()) : response.writeHead();
        }
        if (ending && coalescer.isEmpty()) {
            finish(0, response.end());
            exchange.onStreamEnd();
        }
    }

    /** Writes what the network takes now. What is left waits in the heap until that has left. */
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
                exchange.startResponseTimeout();
                if (coalescer.fitsOneBatch() && !draining) {
                    finish(0, coalescer.isEmpty() ? response.end() : writeBatch(response::end));
                    exchange.onStreamEnd();
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

    private Future<Void> writeBatch(Function<Buffer, Future<Void>> way) {
        WriteCoalescer.CoalescedWrite batch = coalescer.takeBatch();
        int bytes = batch.content().readableBytes();
        return way.apply(BufferInternal.buffer(batch.content())).onComplete(result -> {
            exchange.onWriteDone(bytes, result.succeeded());
            batch.written().run();
        });
    }

    /** The answer is over when its last part has left. {@code bytes} of that part were not counted before. */
    private void finish(int bytes, Future<Void> sent) {
        complete = true;
        exchange.onResponseWritten();
        sent.onComplete(result -> {
            exchange.onWriteDone(bytes, result.succeeded());
            exchange.onResponseEnd();
        });
    }

    /** The connection, or the stream in it, is no more. */
    private void onConnectionLost() {
        boolean early = !complete;
        complete = true;
        exchange.onResponseEnd();
        if (early) {
            // Not from within: whoever aborts may hold locks that these actions need.
            Runnable written = coalescer.discardAll();
            loop.executeLater(() -> {
                written.run();
                closed.complete(null);
            });
        }
    }

    @Override
    public void onClosed(Runnable action) {
        var unused = closed.thenRun(action);
    }

    private static Buffer wrap(byte[] bytes) {
        return BufferInternal.buffer(Unpooled.wrappedBuffer(bytes));
    }
}
