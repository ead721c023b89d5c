package dev.tenon.jsonrpc.internal;

import dev.tenon.internal.concurrent.ThreadBlockingContext;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.NoResponseException;
import dev.tenon.jsonrpc.NoResponseException.FailureReason;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.Response;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.jsonrpc.RpcException;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A request from before it is sent until its caller takes the outcome: a result or a failure. */
public final class PendingCall {
    private final RequestCorrelator correlator;
    final RequestId id;
    final Deadline deadline;
    private final Consumer<PendingCall> onComplete;
    private final CountDownLatch done = new CountDownLatch(1);
    private final AtomicReference<@Nullable Supplier<Json>> outcome = new AtomicReference<>();
    private final AtomicBoolean released = new AtomicBoolean();

    /** The size of the response; negative until it arrives. */
    private volatile int responseBytes = -1;

    private volatile Runnable cancelTimeout = () -> {};

    PendingCall(RequestCorrelator correlator, RequestId id, Deadline deadline, Consumer<PendingCall> onComplete) {
        this.correlator = correlator;
        this.id = id;
        this.deadline = deadline;
        this.onComplete = onComplete;
    }

    /** Fails the call at its deadline. */
    void startTimeout(DeadlineTimer timer) {
        cancelTimeout = timer.schedule(deadline, this::expire);
    }

    void complete(Response response) {
        if (response instanceof Response.Success success) {
            responseBytes = success.result().sizeInBytes();
            tryComplete(success::result);
        } else {
            RpcError error = ((Response.Failure) response).error();
            responseBytes = error.data() == null ? 0 : error.data().sizeInBytes();
            tryComplete(() -> {
                throw new RpcException(error);
            });
        }
    }

    void fail(FailureReason reason, String message) {
        fail(new NoResponseException(reason, message));
    }

    void fail(RuntimeException failure) {
        tryComplete(() -> {
            throw failure;
        });
    }

    private void tryComplete(Supplier<Json> result) {
        if (outcome.compareAndSet(null, result)) {
            done.countDown();
            onComplete.accept(this);
        }
    }

    /**
     * Returns whether the peer has responded, with a result or an error, in at most {@code maxBytes}; call it only
     * after completion.
     */
    public boolean hasResponseWithin(int maxBytes) {
        return responseBytes >= 0 && responseBytes <= maxBytes;
    }

    /**
     * Returns the result, or throws what {@link RequestCorrelator#call} throws. Call it once, after completion. It
     * stops the timer and releases the permit of the call. After a timeout, an interrupt or a cancellation, it also
     * reports the call as abandoned.
     *
     * @return the result
     */
    public Json takeResultAndRelease() {
        try {
            return Objects.requireNonNull(outcome.get()).get();
        } catch (NoResponseException e) {
            if (e.reason().isCallerAbandonment()) {
                correlator.notifyAbandoned(id, e);
            }
            throw e;
        } finally {
            release();
        }
    }

    void release() {
        if (released.compareAndSet(false, true)) {
            cancelTimeout.run();
            correlator.release(id);
        }
    }

    /**
     * Waits for the response. Fails the call at the deadline, or if the thread is interrupted.
     *
     * @throws AssertionError if the call is not complete, the thread must not block and assertions are enabled
     */
    void awaitCompletion() {
        if (done.getCount() > 0) {
            ThreadBlockingContext.assertCanBlock("wait for a response");
        }
        try {
            if (!done.await(deadline.remainingNanos(), TimeUnit.NANOSECONDS)) {
                expire();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            fail(FailureReason.INTERRUPTED, "Interrupted while waiting for the response");
        }
    }

    private void expire() {
        long millis = TimeUnit.NANOSECONDS.toMillis(deadline.elapsedNanos());
        fail(FailureReason.TIMEOUT, "No response within " + millis + " ms");
    }
}
