package dev.tenon.http.embedded;

import dev.tenon.http.StatusTable;
import dev.tenon.server.HttpReply;
import dev.tenon.server.HttpStream;
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
final class Reply implements HttpReply, HttpStream {
    private final HttpServerResponse response;
    private final Loop loop;
    private final Visit visit;
    private final AtomicBoolean answered = new AtomicBoolean();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    /** Touched by the event loop only, like what follows. */
    private boolean complete;

    private final Pieces pieces = new Pieces();
    /** Whether the head of a stream has not left yet. */
    private boolean headDue;

    private boolean flushDue;
    /** Whether what is left waits until the network takes more. */
    private boolean draining;
    /** Whether the answer ends after what is left. */
    private boolean ending;

    Reply(HttpServerResponse response, Loop loop, Visit visit) {
        this.response = response;
        this.loop = loop;
        this.visit = visit;
        response.exceptionHandler(problem -> gone());
        response.closeHandler(nothing -> gone());
    }

    @Override
    public void send(int status, Map<String, String> headers, byte[] body) {
        if (answered.compareAndSet(false, true)) {
            visit.answered();
            loop.run(() -> {
                if (!complete) {
                    begin(status, headers);
                    visit.complete();
                    visit.sending(body.length);
                    if (Pieces.isOneBatch(body)) {
                        finish(body.length, response.end(buffer(body)));
                    } else {
                        response.putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.length));
                        pieces.addBody(body);
                        endAfterPieces();
                    }
                }
            });
        }
    }

    private void begin(int status, Map<String, String> headers) {
        // To set the one that it has takes some 0.25 microseconds, as its reason phrase is looked up.
        if (status != StatusTable.OK) {
            response.setStatusCode(status);
        }
        headers.forEach(response::putHeader);
        visit.answering(response);
    }

    @Override
    public HttpStream open(Map<String, String> headers) {
        if (!answered.compareAndSet(false, true)) {
            throw new IllegalStateException("A request is answered once");
        }
        visit.answered();
        loop.run(() -> {
            if (!complete) {
                begin(StatusTable.OK, headers);
                headDue = true;
                flushLater();
            }
        });
        return this;
    }

    @Override
    public void write(byte[] bytes, Runnable written) {
        loop.run(() -> {
            if (complete || ending) {
                written.run();
                return;
            }
            pieces.add(bytes, written);
            visit.sending(bytes.length);
            if (pieces.areMany()) {
                flush();
            } else {
                flushLater();
            }
        });
    }

    /** At the end of this turn of the event loop: what is written until then leaves in one piece. */
    private void flushLater() {
        if (!flushDue) {
            flushDue = true;
            loop.later(() -> {
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
        if (!pieces.isEmpty()) {
            headDue = false;
            writePieces();
        } else if (headDue) {
            headDue = false;
            var unused = visit.isHttp10() ? response.write(Buffer.buffer()) : response.writeHead();
        }
        if (ending && pieces.isEmpty()) {
            finish(0, response.end());
            visit.streamed();
        }
    }

    /** Writes what the network takes now. What is left waits in the heap until that has left. */
    private void writePieces() {
        while (!pieces.isEmpty() && !response.writeQueueFull()) {
            var unused = leave(response::write);
        }
        if (!pieces.isEmpty() && !draining) {
            draining = true;
            response.drainHandler(nothing -> {
                draining = false;
                flush();
            });
        }
    }

    @Override
    public void end() {
        loop.run(() -> {
            if (!complete && !ending) {
                visit.complete();
                if (pieces.isOneBatch() && !draining) {
                    finish(0, pieces.isEmpty() ? response.end() : leave(response::end));
                    visit.streamed();
                } else {
                    endAfterPieces();
                }
            }
        });
    }

    private void endAfterPieces() {
        ending = true;
        flush();
    }

    @Override
    public void abort() {
        loop.run(() -> {
            if (!complete) {
                visit.cut(Http2Error.CANCEL);
                gone();
            }
        });
    }

    private Future<Void> leave(Function<Buffer, Future<Void>> way) {
        Pieces.Batch batch = pieces.take();
        int bytes = batch.content().readableBytes();
        return way.apply(BufferInternal.buffer(batch.content())).onComplete(result -> {
            visit.sent(bytes, result.succeeded());
            batch.written().run();
        });
    }

    /** The answer is over when its last part has left. {@code bytes} of that part were not counted before. */
    private void finish(int bytes, Future<Void> sent) {
        complete = true;
        visit.handedOver();
        sent.onComplete(result -> {
            visit.sent(bytes, result.succeeded());
            visit.over();
        });
    }

    /** The connection, or the stream in it, is no more. */
    private void gone() {
        boolean early = !complete;
        complete = true;
        visit.over();
        if (early) {
            // Not from within: whoever aborts may hold locks that these actions need.
            Runnable written = pieces.forget();
            loop.later(() -> {
                written.run();
                closed.complete(null);
            });
        }
    }

    @Override
    public void onClosed(Runnable action) {
        var unused = closed.thenRun(action);
    }

    private static Buffer buffer(byte[] bytes) {
        return BufferInternal.buffer(Unpooled.wrappedBuffer(bytes));
    }
}
