package dev.tenon.http.embedded;

import dev.tenon.server.HttpReply;
import dev.tenon.server.HttpStream;
import io.netty.buffer.Unpooled;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.internal.buffer.BufferInternal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/** The answer to one request. What comes after the answer, or after the connection has gone, changes nothing. */
final class Reply implements HttpReply, HttpStream {
    private static final int OK = 200;
    private static final long CANCEL = 8;

    private final HttpServerResponse response;
    private final Loop loop;
    private final Visit visit;
    private final AtomicBoolean answered = new AtomicBoolean();
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Runnable> whenClosed = new ArrayList<>();
    private boolean closed;
    /** Touched by the event loop only, like what follows. */
    private boolean complete;

    private final Pieces pieces = new Pieces();
    /** Whether the head of a stream has not left yet. */
    private boolean headDue;

    private boolean flushDue;

    Reply(HttpServerResponse response, Loop loop, Visit visit) {
        this.response = response;
        this.loop = loop;
        this.visit = visit;
        response.exceptionHandler(problem -> gone());
        response.closeHandler(nothing -> gone());
    }

    /** Whether an answer has begun. */
    boolean isAnswered() {
        return answered.get();
    }

    @Override
    public void send(int status, Map<String, String> headers, byte[] body) {
        if (answered.compareAndSet(false, true)) {
            loop.run(() -> {
                if (!complete) {
                    response.setStatusCode(status);
                    headers.forEach(response::putHeader);
                    visit.answering(response);
                    finish(response.end(buffer(body)));
                }
            });
        }
    }

    @Override
    public HttpStream open(Map<String, String> headers) {
        if (!answered.compareAndSet(false, true)) {
            throw new IllegalStateException("A request is answered once");
        }
        loop.run(() -> {
            if (!complete) {
                response.setStatusCode(OK);
                headers.forEach(response::putHeader);
                visit.answering(response);
                headDue = true;
                flushLater();
            }
        });
        return this;
    }

    @Override
    public void write(byte[] bytes, Runnable written) {
        loop.run(() -> {
            if (complete) {
                written.run();
                return;
            }
            pieces.add(bytes, written);
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
            var unused = leave(response::write);
        } else if (headDue) {
            headDue = false;
            var unused = visit.isHttp10() ? response.write(Buffer.buffer()) : response.writeHead();
        }
    }

    @Override
    public boolean mayWait() {
        return !loop.isHere();
    }

    @Override
    public void end() {
        loop.run(() -> {
            if (!complete) {
                finish(last());
                visit.streamed();
            }
        });
    }

    @Override
    public void abort() {
        loop.run(() -> {
            if (!complete) {
                visit.cut(CANCEL);
                gone();
            }
        });
    }

    /** What was written last leaves with the end. */
    private Future<Void> last() {
        return pieces.isEmpty() ? response.end() : leave(response::end);
    }

    private Future<Void> leave(Function<Buffer, Future<Void>> way) {
        Runnable written = pieces.written();
        return way.apply(BufferInternal.buffer(pieces.take())).onComplete(result -> written.run());
    }

    private void finish(Future<Void> sent) {
        complete = true;
        visit.complete();
        sent.onComplete(result -> visit.over());
    }

    /** The connection, or the stream in it, is no more. */
    private void gone() {
        boolean early = !complete;
        complete = true;
        visit.over();
        if (early) {
            // Not from within: whoever aborts may hold locks that these actions need.
            Runnable written = pieces.written();
            loop.later(() -> {
                written.run();
                tellClosed();
            });
        }
    }

    private void tellClosed() {
        List<Runnable> actions;
        lock.lock();
        try {
            closed = true;
            actions = List.copyOf(whenClosed);
            whenClosed.clear();
        } finally {
            lock.unlock();
        }
        actions.forEach(Runnable::run);
    }

    @Override
    public void onClosed(Runnable action) {
        lock.lock();
        try {
            if (!closed) {
                whenClosed.add(action);
                return;
            }
        } finally {
            lock.unlock();
        }
        action.run();
    }

    private static Buffer buffer(byte[] bytes) {
        return BufferInternal.buffer(Unpooled.wrappedBuffer(bytes));
    }
}
