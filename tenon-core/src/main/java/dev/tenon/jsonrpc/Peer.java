package dev.tenon.jsonrpc;

import dev.tenon.json.Json;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The calling half of a connection: gives requests their ids, waits for their answers, and forgets nobody. Every wait has
 * a timeout, and the number of calls that wait is bounded.
 */
public final class Peer {
    private final Consumer<RequestId> abandoned;
    private final int maxPending;
    private final AtomicLong nextId = new AtomicLong();
    private final Map<RequestId, PendingCall> pending = new ConcurrentHashMap<>();
    private final Semaphore room;
    private volatile boolean closed;

    /**
     * A peer without calls.
     *
     * @param maxPending how many calls may wait at once
     * @param abandoned told the id of a call that is no longer waited for, so that the other side can be told
     */
    public Peer(int maxPending, Consumer<RequestId> abandoned) {
        this.maxPending = maxPending;
        this.room = new Semaphore(maxPending);
        this.abandoned = abandoned;
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
        PendingCall call = reserved(Deadline.in(timeout), settled -> {});
        send(call, method, params, send);
        call.await();
        return call.outcome();
    }

    /**
     * Sends a request and returns; the answer is fetched when it is there.
     *
     * @param timer ends the call at its deadline
     * @param settled run once, when there is an answer or will be none, on the thread that finds out; it must not wait
     * @throws CallFailedException when nothing is sent: too many calls, or the connection is closed; also what {@code send} throws
     */
    public void begin(
            String method,
            @Nullable Json params,
            Deadline deadline,
            DeadlineTimer timer,
            Consumer<Request> send,
            Consumer<PendingCall> settled) {
        PendingCall call = reserved(deadline, settled);
        call.watch(timer);
        send(call, method, params, send);
    }

    private PendingCall reserved(Deadline deadline, Consumer<PendingCall> settled) {
        if (!room.tryAcquire()) {
            throw new CallFailedException(
                    CallFailedException.Reason.TOO_MANY, maxPending + " calls are waiting already");
        }
        return new PendingCall(this, RequestId.of(nextId.incrementAndGet()), deadline, settled);
    }

    private void send(PendingCall call, String method, @Nullable Json params, Consumer<Request> send) {
        pending.put(call.id(), call);
        try {
            if (closed) {
                throw new CallFailedException(CallFailedException.Reason.CLOSED, "The connection is closed");
            }
            send.accept(new Request(call.id(), method, params));
        } catch (RuntimeException | Error e) {
            call.end();
            throw e;
        }
    }

    void ended(RequestId id) {
        pending.remove(id);
        room.release();
    }

    void abandon(RequestId id, CallFailedException cause) {
        try {
            abandoned.accept(id);
        } catch (RuntimeException e) {
            cause.addSuppressed(e);
        }
    }

    /** Completes the call that the response answers. Returns false, and drops the response, when no call waits for it. */
    public boolean answered(Response response) {
        PendingCall call = take(response.id());
        if (call != null) {
            call.complete(response);
        }
        return call != null;
    }

    /**
     * Fails the call that a broken response belongs to; one that belongs to none is dropped, and this returns
     * false.
     */
    public boolean answered(Inbound.BrokenResponse broken) {
        PendingCall call = take(broken.id());
        if (call != null) {
            call.fail(CallFailedException.Reason.BROKEN_ANSWER, "The answer is no response: " + broken.problem());
        }
        return call != null;
    }

    /**
     * Fails one call with this, which its caller gets: it was lost on its way, say, or cancelled. Nothing happens when it no
     * longer waits, and this returns false.
     */
    public boolean failed(RequestId id, RuntimeException failure) {
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
    public Runnable pause(@Nullable RequestId only) {
        List<PendingCall> paused = pending.entrySet().stream()
                .filter(waiting -> only == null || only.equals(waiting.getKey()))
                .map(Map.Entry::getValue)
                .toList();
        paused.forEach(call -> call.deadline().pause());
        return () -> paused.forEach(call -> call.deadline().resume());
    }

    private @Nullable PendingCall take(@Nullable RequestId id) {
        return id == null ? null : pending.remove(id);
    }

    /** Whether that call waits for its answer. */
    public boolean isWaiting(RequestId id) {
        return pending.containsKey(id);
    }

    /** How many calls wait for their answer. */
    public int waiting() {
        return pending.size();
    }

    /** Fails every call that waits and every later one. */
    public void close() {
        closed = true;
        pending.values().forEach(c -> c.fail(CallFailedException.Reason.CLOSED, "The connection was closed"));
    }
}
