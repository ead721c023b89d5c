package dev.tenon.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The life of one request. It is over when its answer is written and its body is done with; it is lost when the client
 * goes away before, or is sent away. Once it is over the container's objects belong to somebody else's request, so they
 * are touched only under the lock, and only before.
 *
 * <p>With the lock held nothing is called but the container, which calls nobody of ours from there: a container's
 * thread may wait for this lock while it holds its own.
 */
final class ServletExchange implements AsyncListener {
    /** Something done with the container's objects; says whether to go on. */
    interface ContainerAction {
        boolean run() throws IOException;
    }

    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.servlet");
    /** How long a client that is to be refused may send nothing before it is told: it may be waiting for that. */
    private static final long SILENCE_NANOS = 1_000_000_000L;

    private final AsyncContext async;
    private final HttpServletResponse response;
    private final ServletOutputStream out;
    private final ServletResponseWriter reply;
    private final ExchangeRegistry exchanges;
    private final AtomicBoolean checkingTimeouts = new AtomicBoolean();
    private final ReentrantLock lock = new ReentrantLock();
    private final CompletableFuture<Void> aborted = new CompletableFuture<>();
    private final long arrivedAt = System.nanoTime();
    private volatile long lastReceivedNanos = arrivedAt;
    private volatile long responseCompleteNanos;
    private volatile boolean answered;
    private volatile boolean mayAnswer = true;
    private volatile boolean inputDone;
    private boolean outputDone;
    private volatile boolean isAborted;
    private int abortStatus;
    private volatile boolean isCompleted;

    /** A request that has arrived; it is one of these until the container has got it back. */
    ServletExchange(AsyncContext async, HttpServletResponse response, ExchangeRegistry exchanges) throws IOException {
        this.async = async;
        this.response = response;
        this.out = response.getOutputStream();
        this.reply = new ServletResponseWriter(response, this, exchanges);
        this.exchanges = exchanges;
        onAborted(reply::resumeWriting);
        exchanges.open.add(this);
    }

    /** Does something with the container's objects; false when it is too late for that, or when it fails. */
    boolean runIfOpen(ContainerAction step) {
        lock.lock();
        try {
            return !isAborted && !isCompleted && step.run();
        } catch (IOException | RuntimeException e) {
            // Either the client is gone, or the container has taken its objects back because it is.
            LOG.debug("A client has gone away", e);
            abort();
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** Whether nothing will be read or written any more. */
    boolean isClosed() {
        return isAborted || isCompleted;
    }

    ServletResponseWriter responseWriter() {
        return reply;
    }

    /**
     * A body is coming, and the answer is to wait until it is there, or no longer comes: there are clients that read no
     * answer before they have written all, and containers that read no more of a request when its answer is complete.
     */
    void holdResponseUntilBody() {
        mayAnswer = false;
    }

    boolean canRespond() {
        return mayAnswer;
    }

    /** Whether the answer must be pushed, since its end will not do that yet. */
    boolean isRequestDone() {
        return inputDone;
    }

    /** Some of the body has come. */
    void onBytesReceived() {
        lastReceivedNanos = System.nanoTime();
    }

    /** The body is read, or nobody will read it. */
    void onRequestDone() {
        runLocked(() -> {
            inputDone = true;
            mayAnswer = true;
            completeIfDone();
        });
        reply.resumeWriting();
    }

    /** The answer is complete, if not written. */
    void onResponseComplete() {
        responseCompleteNanos = System.nanoTime();
        answered = true;
    }

    /** The answer is written. */
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

    /** The client has gone away. */
    void abort() {
        runLocked(() -> {
            markAborted(HttpServletResponse.SC_BAD_REQUEST);
            complete();
        });
    }

    /**
     * Whether {@link #checkTimeouts} must be called, and no other thread is about to call it. Never waits: the timer
     * calls it.
     */
    boolean tryClaimTimeoutCheck(long now) {
        return !isClosed()
                && (isResponseReleased(now) || isOverdue(now))
                && checkingTimeouts.compareAndSet(false, true);
    }

    /** Looks at the time: a client that takes too long is sent away, and one that waits for its answer gets it. */
    void checkTimeouts() {
        try {
            long now = System.nanoTime();
            if (isResponseReleased(now)) {
                mayAnswer = true;
                reply.resumeWriting();
            }
            if (isOverdue(now)) {
                (inputDone ? exchanges.slowReaders : exchanges.slowSenders).increment();
                disconnect(HttpServletResponse.SC_REQUEST_TIMEOUT);
            }
        } finally {
            checkingTimeouts.set(false);
        }
    }

    private boolean isResponseReleased(long now) {
        return !mayAnswer && answered && now - lastReceivedNanos > SILENCE_NANOS;
    }

    private boolean isOverdue(long now) {
        ServletLimits bounds = exchanges.bounds;
        return !inputDone && now - arrivedAt > bounds.bodyTimeout().toNanos()
                || mayAnswer
                        && answered
                        && now - responseCompleteNanos
                                > bounds.responseTimeout().toNanos();
    }

    /**
     * Sends the client away. Where its body is still to come, or a write waits for it, the container is not told to
     * end: some would wait for these with a thread. The exchange is then lost at once, and it is over when the
     * container hears from the client or gives up.
     *
     * @param status what the client is told if it has been told nothing yet and can still hear it
     */
    void disconnect(int status) {
        runIfOpen(() -> {
            markAborted(status);
            if (inputDone && out.isReady()) {
                complete();
            }
            return true;
        });
    }

    /**
     * Called by the container, which closes the connection when it fails.
     *
     * @throws IOException when the client is to be sent away
     */
    void checkNotDisconnected() throws IOException {
        lock.lock();
        try {
            if (isAborted && !isCompleted) {
                throw new IOException("The client does not read and is cut off");
            }
        } finally {
            lock.unlock();
        }
    }

    private void markAborted(int status) {
        if (!isAborted && !isCompleted) {
            isAborted = true;
            abortStatus = status;
            // Elsewhere, since this thread may hold locks of the container, or of the server.
            exchanges.execute(() -> aborted.complete(null));
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
                // The container is ending it by itself, after an error.
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
            // Unless an error is answered by the end of the request, the container writes a page about it.
            event.getAsyncContext().complete();
        } catch (IllegalStateException e) {
            // It has ended.
        }
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
        // These requests are never dispatched.
    }

    /** What to run when the request is lost; at once when it was. */
    void onAborted(Runnable action) {
        var unused = aborted.thenRun(action);
    }
}
