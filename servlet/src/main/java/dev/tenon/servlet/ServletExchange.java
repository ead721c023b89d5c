package dev.tenon.servlet;

import static dev.tenon.servlet.McpServlet.LOG;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One request. It is completed when its response has been written and its body has been read; it is aborted when the
 * client disconnects or is disconnected before. After completion the container reuses its objects for other requests,
 * so they are used only before, and only under the lock.
 *
 * <p>While holding the lock, this class calls only the container, which makes no calls back: a container thread may
 * wait for this lock while it holds its own.
 */
final class ServletExchange implements AsyncListener {
    /** An operation on the container's objects; returns whether to continue. */
    interface ContainerAction {
        boolean run() throws IOException;
    }

    /**
     * Number of successive timeout checks without a byte after which a rejected client gets its response: it may be
     * waiting for that. The checks are half a second apart. They are counted, not the time, because after a pause of
     * the JVM the bytes of an active client have yet to be read.
     */
    private static final int SILENT_CHECKS = 3;

    private final AsyncContext async;
    private final HttpServletResponse response;
    private final ServletOutputStream out;
    private final ServletResponseWriter responseWriter;
    private final ExchangeRegistry exchanges;
    private final AtomicBoolean checkingTimeouts = new AtomicBoolean();
    private final ReentrantLock lock = new ReentrantLock();
    private final CompletableFuture<Void> aborted = new CompletableFuture<>();
    private final long arrivedAt = System.nanoTime();
    private final AtomicInteger checksSinceLastByte = new AtomicInteger();
    private volatile long responseCompleteNanos;
    private volatile boolean responseComplete;
    private volatile boolean mayRespond = true;
    private volatile boolean inputDone;
    private boolean outputDone;
    private volatile boolean isAborted;
    private int abortStatus;
    private volatile boolean isCompleted;

    /** Creates the exchange of a request that has arrived; it is open until the container has completed it. */
    ServletExchange(AsyncContext async, HttpServletResponse response, ExchangeRegistry exchanges) throws IOException {
        this.async = async;
        this.response = response;
        this.out = response.getOutputStream();
        this.responseWriter = new ServletResponseWriter(response, this, exchanges);
        this.exchanges = exchanges;
        onAborted(responseWriter::resumeWriting);
        exchanges.open.add(this);
    }

    /**
     * Executes an operation on the container's objects; returns false if the exchange is closed or the operation fails.
     */
    boolean runIfOpen(ContainerAction action) {
        lock.lock();
        try {
            return !isClosed() && action.run();
        } catch (IOException | RuntimeException e) {
            // Either the client has disconnected, or the container has taken its objects back for that reason.
            LOG.debug("A client has disconnected", e);
            abort();
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether nothing will be read or written any more. */
    boolean isClosed() {
        return isAborted || isCompleted;
    }

    ServletResponseWriter responseWriter() {
        return responseWriter;
    }

    /**
     * Delays the response until the body has been received: some clients do not read a response before they have sent
     * everything, and some containers stop reading a request when its response is complete.
     */
    void holdResponseUntilBody() {
        mayRespond = false;
    }

    boolean canRespond() {
        return mayRespond;
    }

    /**
     * Returns whether the request has been read; until then the response must be flushed, because its end does not do
     * that.
     */
    boolean isRequestRead() {
        return inputDone;
    }

    /** Called when a part of the body has arrived. */
    void onBytesReceived() {
        checksSinceLastByte.set(0);
    }

    /** Called when the body has been read or will not be read. */
    void onRequestRead() {
        runLocked(() -> {
            inputDone = true;
            mayRespond = true;
            completeIfDone();
        });
        responseWriter.resumeWriting();
    }

    /** Called when the response is complete, though not yet written. */
    void onResponseEnqueued() {
        responseCompleteNanos = System.nanoTime();
        responseComplete = true;
    }

    /** Called when the response has been written. */
    void onResponseWritten() {
        runLocked(() -> {
            outputDone = true;
            completeIfDone();
        });
    }

    private void runLocked(Runnable action) {
        lock.lock();
        try {
            action.run();
        } finally {
            lock.unlock();
        }
    }

    private void completeIfDone() {
        if (inputDone && outputDone) {
            complete();
        }
    }

    /** Aborts the exchange because the client has disconnected. */
    void abort() {
        runLocked(() -> {
            markAbortedAndNotify(HttpServletResponse.SC_BAD_REQUEST);
            complete();
        });
    }

    /**
     * Returns whether {@link #enforceTimeouts} must be called and no other thread is about to call it. Never blocks,
     * because the timer calls it, at each check.
     */
    boolean tryClaimTimeoutCheck(long now) {
        checksSinceLastByte.incrementAndGet();
        return !isClosed() && (isHeldResponseDue() || isOverdue(now)) && checkingTimeouts.compareAndSet(false, true);
    }

    /** Checks the timeouts: disconnects a client that takes too long, and releases a delayed response. */
    void enforceTimeouts() {
        try {
            long now = System.nanoTime();
            if (isHeldResponseDue()) {
                mayRespond = true;
                responseWriter.resumeWriting();
            }
            if (isOverdue(now)) {
                (inputDone ? exchanges.slowReaders : exchanges.slowSenders).increment();
                disconnect(HttpServletResponse.SC_REQUEST_TIMEOUT);
            }
        } finally {
            checkingTimeouts.set(false);
        }
    }

    private boolean isHeldResponseDue() {
        return !mayRespond && responseComplete && checksSinceLastByte.get() >= SILENT_CHECKS;
    }

    private boolean isOverdue(long now) {
        ServletLimits limits = exchanges.limits;
        return !inputDone && now - arrivedAt > limits.bodyTimeout().toNanos()
                || mayRespond
                        && responseComplete
                        && now - responseCompleteNanos
                                > limits.responseTimeout().toNanos();
    }

    /**
     * Disconnects the client. If its body is incomplete or a write is pending, the container is not asked to complete
     * the exchange, because some would block a thread. The exchange is then aborted at once, and completed when the
     * container gets more data or gives up.
     *
     * @param status the status of the response if none has been sent and the client can still receive it
     */
    void disconnect(int status) {
        runIfOpen(() -> {
            markAbortedAndNotify(status);
            if (inputDone && out.isReady()) {
                complete();
            }
            return true;
        });
    }

    /**
     * Called in callbacks of the container, which closes the connection when they fail.
     *
     * @throws IOException when the client must be disconnected
     */
    void checkNotDisconnected() throws IOException {
        lock.lock();
        try {
            if (isAborted && !isCompleted) {
                throw new IOException("The client is too slow and is disconnected");
            }
        } finally {
            lock.unlock();
        }
    }

    private void markAbortedAndNotify(int status) {
        if (!isClosed()) {
            isAborted = true;
            abortStatus = status;
            // On another thread, because this one may hold locks of the container or the server.
            exchanges.endpoint.executeBlocking(() -> aborted.complete(null));
        }
    }

    private void complete() {
        if (!isCompleted) {
            isCompleted = true;
            try {
                if (isAborted && !response.isCommitted()) {
                    response.setStatus(abortStatus);
                    response.setHeader("Connection", "close");
                }
                async.complete();
            } catch (RuntimeException e) {
                // The container is completing it itself, after an error.
            }
            exchanges.open.remove(this);
        }
    }

    @Override
    public void onComplete(AsyncEvent event) {
        abort();
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        onError(event);
    }

    @Override
    public void onError(AsyncEvent event) {
        abort();
        try {
            // Unless the request is completed here, the container writes an error page.
            event.getAsyncContext().complete();
        } catch (IllegalStateException e) {
            // It has been completed.
        }
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
        // These requests are never dispatched.
    }

    /** Registers an action to run when the exchange is aborted; at once if it has been. */
    void onAborted(Runnable action) {
        var unused = aborted.thenRun(action);
    }
}
