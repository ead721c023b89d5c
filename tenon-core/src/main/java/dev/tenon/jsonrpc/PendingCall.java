package dev.tenon.jsonrpc;

import dev.tenon.concurrent.ExecutionContext;
import dev.tenon.json.Json;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One call that waits for its answer. */
final class PendingCall {
    private final Deadline deadline;
    private final CountDownLatch done = new CountDownLatch(1);
    private final AtomicReference<@Nullable Supplier<Json>> outcome = new AtomicReference<>();

    /** Of the answer; negative while there is none. */
    private volatile int size = -1;

    private volatile Runnable settled = () -> {};

    PendingCall(Deadline deadline) {
        this.deadline = deadline;
    }

    Deadline deadline() {
        return deadline;
    }

    void complete(Response response) {
        size = size(response);
        settle(() -> {
            if (response instanceof Response.Failure failure) {
                throw new RpcException(failure.error());
            }
            return ((Response.Success) response).result();
        });
    }

    void fail(CallFailedException.Reason reason, String message) {
        fail(new CallFailedException(reason, message));
    }

    void fail(RuntimeException failure) {
        settle(() -> {
            throw failure;
        });
    }

    private void settle(Supplier<Json> result) {
        if (outcome.compareAndSet(null, result)) {
            done.countDown();
            settled.run();
        }
    }

    /** What to run when the outcome is there; said before anything is sent. */
    void whenSettled(Runnable action) {
        settled = action;
    }

    private static int size(Response response) {
        Json told = response instanceof Response.Success success
                ? success.result()
                : ((Response.Failure) response).error().data();
        return told == null ? 0 : told.size();
    }

    /** Whether there was a response, in so many bytes at most. */
    boolean isAnswered(int mostBytes) {
        return size >= 0 && size <= mostBytes;
    }

    /** The result, or an exception; only when it is settled. */
    Json outcome() {
        return Objects.requireNonNull(outcome.get()).get();
    }

    /** Waits until it is settled or its time is up. */
    void await() {
        if (done.getCount() > 0) {
            ExecutionContext.checkCanBlock("wait for an answer");
        }
        try {
            if (!done.await(deadline.left(), TimeUnit.NANOSECONDS)) {
                expire();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            fail(CallFailedException.Reason.INTERRUPTED, "Interrupted while waiting for the answer");
        }
    }

    /** Its time is up. */
    void expire() {
        fail(
                CallFailedException.Reason.TIMEOUT,
                "No answer within " + TimeUnit.NANOSECONDS.toMillis(deadline.elapsed()) + " ms");
    }
}
