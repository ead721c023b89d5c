package dev.tenon.jsonrpc.internal;

import dev.tenon.internal.concurrent.ExecutionContext;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.CallFailedException;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.Response;
import dev.tenon.jsonrpc.RpcException;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One call that was sent and waits for its answer. */
public final class PendingCall {
    private final RequestCorrelator correlator;
    private final RequestId id;
    private final Deadline deadline;
    private final Consumer<PendingCall> onComplete;
    private final CountDownLatch done = new CountDownLatch(1);
    private final AtomicReference<@Nullable Supplier<Json>> outcome = new AtomicReference<>();
    private final AtomicBoolean released = new AtomicBoolean();

    /** Of the answer; negative while there is none. */
    private volatile int responseBytes = -1;

    private volatile Runnable cancelTimeout = () -> {};

    PendingCall(RequestCorrelator peer, RequestId id, Deadline deadline, Consumer<PendingCall> settled) {
        this.correlator = peer;
        this.id = id;
        this.deadline = deadline;
        this.onComplete = settled;
    }

    RequestId id() {
        return id;
    }

    Deadline deadline() {
        return deadline;
    }

    /** Ends the call at its deadline. */
    void startTimeout(DeadlineTimer timer) {
        cancelTimeout = timer.schedule(deadline, this::expire);
    }

    void complete(Response response) {
        Json told = response instanceof Response.Success success
                ? success.result()
                : ((Response.Failure) response).error().data();
        responseBytes = told == null ? 0 : told.sizeInBytes();
        tryComplete(() -> {
            if (response instanceof Response.Failure failure) {
                throw new RpcException(failure.error());
            }
            return ((Response.Success) response).result();
        });
    }

    void fail(CallFailedException.FailureReason reason, String message) {
        fail(new CallFailedException(reason, message));
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
     * Whether the other side has answered, with a result or an error, in at most this many bytes; only when the call is
     * settled.
     */
    public boolean hasResponseWithin(int mostBytes) {
        return responseBytes >= 0 && responseBytes <= mostBytes;
    }

    /**
     * What has become of it, when it is settled; asked for once. Throws what {@link RequestCorrelator#call} throws.
     *
     * @return the result
     */
    public Json takeResult() {
        try {
            return Objects.requireNonNull(outcome.get()).get();
        } catch (CallFailedException e) {
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

    /** Waits until it is settled or its time is up. */
    void await() {
        if (done.getCount() > 0) {
            ExecutionContext.checkCanBlock("wait for an answer");
        }
        try {
            if (!done.await(deadline.remainingNanos(), TimeUnit.NANOSECONDS)) {
                expire();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            fail(CallFailedException.FailureReason.INTERRUPTED, "Interrupted while waiting for the answer");
        }
    }

    private void expire() {
        fail(
                CallFailedException.FailureReason.TIMEOUT,
                "No answer within " + TimeUnit.NANOSECONDS.toMillis(deadline.elapsedNanos()) + " ms");
    }
}
