package dev.tenon.servlet;

import dev.tenon.server.http.HttpResponseStream;
import dev.tenon.server.http.HttpResponseWriter;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The answer to a request, whole or as a stream. Writing never blocks: what the container does not take now stays in a
 * queue until it asks for more. One thread at a time empties the queue; the others leave their part to it. The queue of
 * a stream is bounded by those who fill it, who are told when something has left. {@link ExchangeRegistry} bounds all
 * queues together.
 */
final class ServletResponseWriter implements HttpResponseWriter, HttpResponseStream, WriteListener {
    /** Bytes to be written, and what to run when they have left. */
    private record Chunk(byte[] bytes, Runnable written) {}

    /**
     * In bytes: the container keeps what the client does not take, and a client that is cut off is to take that first.
     */
    private static final int MAX_WRITE_BYTES = 16 << 10;

    private static final Chunk START = new Chunk(new byte[0], () -> {});
    private static final Chunk END = new Chunk(new byte[0], () -> {});

    private final HttpServletResponse response;
    private final ServletOutputStream out;
    private final ServletExchange exchange;
    private final ExchangeRegistry exchanges;
    private final Queue<Chunk> queue = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean begun = new AtomicBoolean();
    private final AtomicInteger resumeRequests = new AtomicInteger();
    private final AtomicLong waiting = new AtomicLong();
    private volatile long movedAt = System.nanoTime();

    // These belong to the thread that works off the queue.
    private final List<Runnable> handedOver = new ArrayList<>();
    private final List<Runnable> left = new ArrayList<>();
    private int offset;
    private boolean streaming;
    private boolean unflushed;

    ServletResponseWriter(HttpServletResponse response, ServletExchange exchange, ExchangeRegistry exchanges)
            throws IOException {
        this.response = response;
        this.out = response.getOutputStream();
        this.exchange = exchange;
        this.exchanges = exchanges;
    }

    @Override
    public void send(int status, Map<String, String> headers, byte[] body) {
        if (begun.compareAndSet(false, true)) {
            exchange.runIfOpen(() -> {
                if (status != HttpServletResponse.SC_NO_CONTENT) {
                    response.setContentLength(body.length);
                }
                return writeHead(status, headers);
            });
            write(body, () -> {});
            end();
        }
    }

    /** Makes it a stream: the headers leave at once, and so does everything that is written. */
    @Override
    public HttpResponseStream openStream(Map<String, String> headers) {
        if (!begun.compareAndSet(false, true)) {
            throw new IllegalStateException("A request is answered once");
        }
        exchange.runIfOpen(() -> writeHead(HttpServletResponse.SC_OK, headers));
        enqueue(START);
        return this;
    }

    private boolean writeHead(int status, Map<String, String> headers) {
        response.setStatus(status);
        headers.forEach(response::setHeader);
        return true;
    }

    @Override
    public void onClosed(Runnable action) {
        exchange.onAborted(action);
    }

    @Override
    public void write(byte[] bytes, Runnable written) {
        enqueue(new Chunk(bytes, written));
    }

    @Override
    public void end() {
        exchange.onResponseComplete();
        enqueue(END);
    }

    @Override
    public void abort() {
        exchange.disconnect(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
    }

    /** Things have changed: there may be something to write now, or never more. */
    void resumeWriting() {
        if (resumeRequests.getAndIncrement() > 0) {
            return;
        }
        int seen = 1;
        while (seen > 0) {
            while (exchange.runIfOpen(this::tryWriteNext)) {
                runCallbacks();
            }
            if (exchange.isClosed()) {
                discardQueued();
            }
            runCallbacks();
            seen = resumeRequests.addAndGet(-seen);
        }
    }

    private void enqueue(Chunk chunk) {
        queue.add(chunk);
        if (waiting.getAndAdd(chunk.bytes.length) == 0) {
            movedAt = System.nanoTime();
        }
        resumeWriting();
        // After that, as most answers have left by now.
        exchanges.addPendingBytes(chunk.bytes.length);
    }

    private void onDequeued(Chunk chunk) {
        waiting.addAndGet(-chunk.bytes.length);
        exchanges.addPendingBytes(-chunk.bytes.length);
    }

    /** What waits for the client, in bytes. */
    long pendingBytes() {
        return waiting.get();
    }

    /** When the client last took something, or what waits began to. */
    long lastProgressNanos() {
        return movedAt;
    }

    @Override
    public void onWritePossible() throws IOException {
        exchange.checkNotDisconnected();
        resumeWriting();
    }

    @Override
    public void onError(Throwable failure) {
        exchange.abort();
    }

    /** One operation, after each of which the container is to be asked again; false when there is none to do now. */
    @SuppressWarnings("ReferenceEquality") // START and END are marks, not values
    private boolean tryWriteNext() throws IOException {
        if (!exchange.canRespond() || !out.isReady()) {
            return false;
        }
        if (!unflushed) {
            left.addAll(handedOver);
            handedOver.clear();
        }
        Chunk next = queue.peek();
        if (next == null || next == END) {
            if (unflushed && (streaming || !exchange.isRequestDone())) {
                unflushed = false;
                out.flush();
                return true;
            }
            if (next == END) {
                exchange.onResponseWritten();
            }
            return false;
        }
        streaming |= next == START;
        unflushed = true;
        int length = Math.min(next.bytes.length - offset, MAX_WRITE_BYTES);
        if (length > 0) {
            out.write(next.bytes, offset, length);
        }
        offset += length;
        movedAt = System.nanoTime();
        if (offset == next.bytes.length) {
            offset = 0;
            onDequeued(queue.remove());
            handedOver.add(next.written);
        }
        return true;
    }

    private void discardQueued() {
        left.addAll(handedOver);
        handedOver.clear();
        for (Chunk chunk = queue.poll(); chunk != null; chunk = queue.poll()) {
            onDequeued(chunk);
            left.add(chunk.written);
        }
    }

    private void runCallbacks() {
        left.forEach(Runnable::run);
        left.clear();
    }
}
