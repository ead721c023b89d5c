package dev.tenon.jsonrpc.internal;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.MessageReadResult;
import dev.tenon.jsonrpc.NoResponseException;
import dev.tenon.jsonrpc.NoResponseException.FailureReason;
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
 * Assigns ids to the requests of a connection and matches responses to them. Every wait has a timeout, and the number
 * of pending calls is limited.
 */
public final class RequestCorrelator {
    private final Consumer<RequestId> onAbandoned;
    private final int maxPending;
    private final AtomicLong nextId = new AtomicLong();
    private final Map<RequestId, PendingCall> pending = new ConcurrentHashMap<>();
    private final Semaphore permits;
    private volatile boolean closed;

    /**
     * Creates a correlator without calls.
     *
     * @param maxPending the largest number of pending calls
     * @param onAbandoned gets the id of a call that its caller no longer waits for, so that the peer can be notified
     */
    public RequestCorrelator(int maxPending, Consumer<RequestId> onAbandoned) {
        this.maxPending = maxPending;
        this.permits = new Semaphore(maxPending);
        this.onAbandoned = onAbandoned;
    }

    /**
     * Sends a request and waits for its response.
     *
     * @param send writes the request to the connection
     * @return the result
     * @throws RpcException if the peer responds with an error
     * @throws NoResponseException if no valid response arrives: timeout, connection closed, interrupted, too many
     *     calls, or malformed response
     */
    public Json call(String method, @Nullable Json params, Duration timeout, Consumer<Request> send) {
        PendingCall call = acquirePermitAndCreateCall(Deadline.after(timeout), completed -> {});
        registerAndSend(call, method, params, send);
        call.awaitCompletion();
        return call.takeResultAndRelease();
    }

    /**
     * Sends a request without waiting for the response.
     *
     * @param timer fails the call at its deadline
     * @param onComplete called once when the call has completed or failed, on the thread that detects it; it must not
     *     block
     * @throws NoResponseException if the request is not sent: too many calls, or the connection is closed; exceptions
     *     of {@code send} are passed through
     */
    public void callAsync(
            String method,
            @Nullable Json params,
            Deadline deadline,
            DeadlineTimer timer,
            Consumer<Request> send,
            Consumer<PendingCall> onComplete) {
        PendingCall call = acquirePermitAndCreateCall(deadline, onComplete);
        call.startTimeout(timer);
        registerAndSend(call, method, params, send);
    }

    private PendingCall acquirePermitAndCreateCall(Deadline deadline, Consumer<PendingCall> onComplete) {
        if (!permits.tryAcquire()) {
            throw new NoResponseException(
                    FailureReason.TOO_MANY_PENDING, "Too many pending calls: limit=" + maxPending);
        }
        return new PendingCall(this, RequestId.of(nextId.incrementAndGet()), deadline, onComplete);
    }

    private void registerAndSend(PendingCall call, String method, @Nullable Json params, Consumer<Request> send) {
        pending.put(call.id, call);
        try {
            if (closed) {
                throw new NoResponseException(FailureReason.CLOSED, "The connection is closed");
            }
            send.accept(new Request(call.id, method, params));
        } catch (RuntimeException | Error e) {
            call.release();
            throw e;
        }
    }

    void release(RequestId id) {
        pending.remove(id);
        permits.release();
    }

    void notifyAbandoned(RequestId id, NoResponseException cause) {
        try {
            onAbandoned.accept(id);
        } catch (RuntimeException e) {
            cause.addSuppressed(e);
        }
    }

    /**
     * Completes the call that the response belongs to. Returns false and drops the response if there is no such call.
     */
    public boolean onResponse(Response response) {
        PendingCall call = removePending(response.id());
        if (call != null) {
            call.complete(response);
        }
        return call != null;
    }

    /**
     * Fails the call that a malformed response belongs to. Returns false and drops the response if there is no such
     * call.
     */
    public boolean onResponse(MessageReadResult.MalformedResponse malformed) {
        PendingCall call = removePending(malformed.id());
        if (call != null) {
            call.fail(FailureReason.MALFORMED_RESPONSE, "Malformed response: " + malformed.problem());
        }
        return call != null;
    }

    /**
     * Fails one call with the given exception, which its caller gets. Returns false if the call is no longer pending.
     */
    public boolean failCall(RequestId id, RuntimeException failure) {
        PendingCall call = pending.remove(id);
        if (call != null) {
            call.fail(failure);
        }
        return call != null;
    }

    /**
     * Pauses the deadlines of calls while the peer waits for input from this side.
     *
     * @param only the call that needs the input, or null to pause all pending calls
     * @return ends the pause; must be called once
     */
    public Runnable pauseDeadlines(@Nullable RequestId only) {
        List<PendingCall> paused = pending.values().stream()
                .filter(call -> only == null || only.equals(call.id))
                .toList();
        paused.forEach(call -> call.deadline.pause());
        return () -> paused.forEach(call -> call.deadline.resume());
    }

    private @Nullable PendingCall removePending(@Nullable RequestId id) {
        return id == null ? null : pending.remove(id);
    }

    /** Returns whether the call has no response yet. */
    public boolean isPending(RequestId id) {
        return pending.containsKey(id);
    }

    /** Returns the number of calls without a response. */
    public int pendingCount() {
        return pending.size();
    }

    /** Fails all pending calls and every later one. */
    public void close() {
        closed = true;
        pending.values().forEach(c -> c.fail(FailureReason.CLOSED, "The connection was closed"));
    }
}
