package dev.tenon.jsonrpc.internal;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.CallFailedException;
import dev.tenon.jsonrpc.InboundMessage;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.Response;
import dev.tenon.jsonrpc.RpcException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The calling half of a connection: gives requests their ids, waits for their answers, and forgets nobody. Every wait
 * has a timeout, and the number of calls that wait is bounded.
 */
public final class RequestCorrelator {
    private final Consumer<RequestId> onAbandoned;
    private final int maxPending;
    private final AtomicLong nextId = new AtomicLong();
    private final Map<RequestId, PendingCall> pending = new ConcurrentHashMap<>();
    private final Semaphore permits;
    private volatile boolean closed;

    /**
     * A peer without calls.
     *
     * @param maxPending how many calls may wait at once
     * @param abandoned told the id of a call that is no longer waited for, so that the other side can be told
     */
    public RequestCorrelator(int maxPending, Consumer<RequestId> abandoned) {
        this.maxPending = maxPending;
        this.permits = new Semaphore(maxPending);
        this.onAbandoned = abandoned;
    }

    /**
     * Sends a request and waits for its answer.
     *
     * @param send writes the request to wherever it belongs
     * @return the result
     * @throws RpcException when the other side answers with an error
     * @throws CallFailedException when no answer comes: timeout, connection closed, interrupted, too many calls, or an
     *     answer that is none
     */
    public Json call(String method, @Nullable Json params, Duration timeout, Consumer<Request> send) {
        PendingCall call = reserveCall(Deadline.after(timeout), settled -> {});
        send(call, method, params, send);
        call.await();
        return call.takeResult();
    }

    /**
     * Sends a request and returns; the answer is fetched when it is there.
     *
     * @param timer ends the call at its deadline
     * @param settled run once, when there is an answer or will be none, on the thread that finds out; it must not wait
     * @throws CallFailedException when nothing is sent: too many calls, or the connection is closed; also what {@code
     *     send} throws
     */
    public void callAsync(
            String method,
            @Nullable Json params,
            Deadline deadline,
            DeadlineTimer timer,
            Consumer<Request> send,
            Consumer<PendingCall> settled) {
        PendingCall call = reserveCall(deadline, settled);
        call.startTimeout(timer);
        send(call, method, params, send);
    }

    private PendingCall reserveCall(Deadline deadline, Consumer<PendingCall> settled) {
        if (!permits.tryAcquire()) {
            throw new CallFailedException(
                    CallFailedException.FailureReason.TOO_MANY_PENDING, maxPending + " calls are waiting already");
        }
        return new PendingCall(this, RequestId.of(nextId.incrementAndGet()), deadline, settled);
    }

    private void send(PendingCall call, String method, @Nullable Json params, Consumer<Request> send) {
        pending.put(call.id(), call);
        try {
            if (closed) {
                throw new CallFailedException(CallFailedException.FailureReason.CLOSED, "The connection is closed");
            }
            send.accept(new Request(call.id(), method, params));
        } catch (RuntimeException | Error e) {
            call.release();
            throw e;
        }
    }

    void release(RequestId id) {
        pending.remove(id);
        permits.release();
    }

    void notifyAbandoned(RequestId id, CallFailedException cause) {
        try {
            onAbandoned.accept(id);
        } catch (RuntimeException e) {
            cause.addSuppressed(e);
        }
    }

    /**
     * Completes the call that the response answers. Returns false, and drops the response, when no call waits for it.
     */
    public boolean onResponse(Response response) {
        PendingCall call = removePending(response.id());
        if (call != null) {
            call.complete(response);
        }
        return call != null;
    }

    /**
     * Fails the call that a broken response belongs to; one that belongs to none is dropped, and this returns
     * false.
     */
    public boolean onResponse(InboundMessage.MalformedResponse broken) {
        PendingCall call = removePending(broken.id());
        if (call != null) {
            call.fail(
                    CallFailedException.FailureReason.MALFORMED_RESPONSE,
                    "The answer is no response: " + broken.problem());
        }
        return call != null;
    }

    /**
     * Fails one call with this, which its caller gets: it was lost on its way, say, or cancelled. Nothing happens when
     * it no longer waits, and this returns false.
     */
    public boolean fail(RequestId id, RuntimeException failure) {
        PendingCall call = pending.remove(id);
        if (call != null) {
            call.fail(failure);
        }
        return call != null;
    }

    /**
     * Lets calls stand still that the other side has asked something for: their time is that of whoever answers.
     *
     * @param only the call that it asks for, or null when that may be any of those that wait
     * @return ends the pause, when it is called once
     */
    public Runnable pauseDeadlines(@Nullable RequestId only) {
        List<PendingCall> paused = pending.entrySet().stream()
                .filter(waiting -> only == null || only.equals(waiting.getKey()))
                .map(Map.Entry::getValue)
                .toList();
        paused.forEach(call -> call.deadline().pause());
        return () -> paused.forEach(call -> call.deadline().resume());
    }

    private @Nullable PendingCall removePending(@Nullable RequestId id) {
        return id == null ? null : pending.remove(id);
    }

    /** Whether that call waits for its answer. */
    public boolean isPending(RequestId id) {
        return pending.containsKey(id);
    }

    /** How many calls wait for their answer. */
    public int pendingCount() {
        return pending.size();
    }

    /** Fails every call that waits and every later one. */
    public void close() {
        closed = true;
        pending.values().forEach(c -> c.fail(CallFailedException.FailureReason.CLOSED, "The connection was closed"));
    }
}
