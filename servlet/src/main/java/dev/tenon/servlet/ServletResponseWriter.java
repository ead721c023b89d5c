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
 * The response to a request, complete or as a stream. Writing never blocks: what the container does not accept now
 * stays in a queue until it asks for more. One thread at a time drains the queue; the others leave their part to it.
 * The writers of a stream limit its queue, as they are notified when something has been sent; {@link ExchangeRegistry}
 * limits all queues together.
 */
final class ServletResponseWriter implements HttpResponseWriter, HttpResponseStream, WriteListener {
    /** Bytes to write, and a callback for when they have been written. */
    private record Chunk(byte[] bytes, Runnable written) {}

    /**
     * In bytes. The container buffers what the client does not read, and a disconnected client must read that first.
     */
    private static final int MAX_WRITE_BYTES = 16 << 10;

    private static final Chunk START = new Chunk(new byte[0], () -> {});
    private static final Chunk END = new Chunk(new byte[0], () -> {});

    private final HttpServletResponse response;
    private final ServletOutputStream out;
    private final ServletExchange exchange;
    private final ExchangeRegistry exchanges;
    private final Queue<Chunk> queue = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean started = new AtomicBoolean();
    private final AtomicInteger resumeRequests = new AtomicInteger();
    private final AtomicLong pendingBytes = new AtomicLong();
    private volatile long lastProgressNanos = System.nanoTime();

    // Used only by the thread that drains the queue.
    private final List<Runnable> accepted = new ArrayList<>();
    private final List<Runnable> callbacks = new ArrayList<>();
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
        if (started.compareAndSet(false, true)) {
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

    /** Opens a stream: the headers and everything written are sent at once. */
    @Override
    public HttpResponseStream openStream(Map<String, String> headers) {
        if (!started.compareAndSet(false, true)) {
            throw new IllegalStateException("The response has already been started");
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
    public void onDisconnected(Runnable action) {
        exchange.onAborted(action);
    }

    @Override
    public void write(byte[] bytes, Runnable written) {
        enqueue(new Chunk(bytes, written));
    }

    @Override
    public void end() {
        exchange.onResponseEnqueued();
        enqueue(END);
    }

    @Override
    public void abort() {
        exchange.disconnect(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
    }

    /** Drains the queue after a change of state: output may have become possible, or impossible for good. */
    void resumeWriting() {
        if (resumeRequests.getAndIncrement() > 0) {
            return;
        }
        int handled = 1;
        while (handled > 0) {
            while (exchange.runIfOpen(this::tryWriteNext)) {
                runCallbacks();
            }
            if (exchange.isClosed()) {
                discardQueued();
            }
            runCallbacks();
            handled = resumeRequests.addAndGet(-handled);
        }
    }

    private void enqueue(Chunk chunk) {
        queue.add(chunk);
        if (pendingBytes.getAndAdd(chunk.bytes.length) == 0) {
            lastProgressNanos = System.nanoTime();
        }
        resumeWriting();
        // Last, because most responses have been sent by now.
        exchanges.addPendingBytesAndEvict(chunk.bytes.length);
    }

    private void onDequeued(Chunk chunk) {
        pendingBytes.addAndGet(-chunk.bytes.length);
        exchanges.addPendingBytesAndEvict(-chunk.bytes.length);
    }

    /** Returns the size of the pending output, in bytes. */
    long pendingBytes() {
        return pendingBytes.get();
    }

    /** Returns when the client last read something, or when the queue last became non-empty, in nanoseconds. */
    long lastProgressNanos() {
        return lastProgressNanos;
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

    /**
     * Executes one operation, after which the container must be asked again; returns false if there was nothing to do.
     */
    @SuppressWarnings("ReferenceEquality") // START and END are markers, not values
    private boolean tryWriteNext() throws IOException {
        if (!exchange.canRespond() || !out.isReady()) {
            return false;
        }
        if (!unflushed) {
            callbacks.addAll(accepted);
            accepted.clear();
        }
        Chunk next = queue.peek();
        if (next == null || next == END) {
            if (unflushed && (streaming || !exchange.isRequestRead())) {
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
        lastProgressNanos = System.nanoTime();
        if (offset == next.bytes.length) {
            offset = 0;
            onDequeued(queue.remove());
            accepted.add(next.written);
        }
        return true;
    }

    private void discardQueued() {
        callbacks.addAll(accepted);
        accepted.clear();
        for (Chunk chunk = queue.poll(); chunk != null; chunk = queue.poll()) {
            onDequeued(chunk);
            callbacks.add(chunk.written);
        }
    }

    private void runCallbacks() {
        callbacks.forEach(Runnable::run);
        callbacks.clear();
    }
}
