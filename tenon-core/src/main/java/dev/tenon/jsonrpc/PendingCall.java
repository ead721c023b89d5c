package dev.tenon.jsonrpc;

import dev.tenon.concurrent.ExecutionContext;
import dev.tenon.json.Json;
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
    private final Peer peer;
    private final RequestId id;
    private final Deadline deadline;
    private final Consumer<PendingCall> settled;
    private final CountDownLatch done = new CountDownLatch(1);
    private final AtomicReference<@Nullable Supplier<Json>> outcome = new AtomicReference<>();
    private final AtomicBoolean ended = new AtomicBoolean();

    /** Of the answer; negative while there is none. */
    private volatile int size = -1;

    private volatile Runnable unwatch = () -> {};

    PendingCall(Peer peer, RequestId id, Deadline deadline, Consumer<PendingCall> settled) {
        this.peer = peer;
        this.id = id;
        this.deadline = deadline;
        this.settled = settled;
    }

    RequestId id() {
        return id;
    }

    Deadline deadline() {
        return deadline;
    }

    /** Ends the call at its deadline. */
    void watch(DeadlineTimer timer) {
        unwatch = timer.watch(deadline, this::expire);
    }

    void complete(Response response) {
        Json told = response instanceof Response.Success success
                ? success.result()
                : ((Response.Failure) response).error().data();
        size = told == null ? 0 : told.size();
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
            settled.accept(this);
        }
    }

    /** Whether the other side has answered, with a result or an error, in at most this many bytes; only when the call is settled. */
    public boolean isAnswered(int mostBytes) {
        return size >= 0 && size <= mostBytes;
    }

    /**
     * What has become of it, when it is settled; asked for once. Throws what {@link Peer#call} throws.
     *
     * @return the result
     */
    public Json outcome() {
        try {
            return Objects.requireNonNull(outcome.get()).get();
        } catch (CallFailedException e) {
            if (e.reason().isAbandonment()) {
                peer.abandon(id, e);
            }
            throw e;
        } finally {
            end();
        }
    }

    void end() {
        if (ended.compareAndSet(false, true)) {
            unwatch.run();
            peer.ended(id);
        }
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

    private void expire() {
        fail(
                CallFailedException.Reason.TIMEOUT,
                "No answer within " + TimeUnit.NANOSECONDS.toMillis(deadline.elapsed()) + " ms");
    }
}
