package dev.tenon.jsonrpc;

import dev.tenon.json.Json;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
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
    private final LongAdder dropped = new LongAdder();
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
        Begun begun = reserved(Deadline.in(timeout));
        send(begun, method, params, send);
        begun.call.await();
        return begun.outcome();
    }

    /**
     * Sends a request and returns; the answer is fetched when it is there.
     *
     * @param timer ends the call at its deadline
     * @param settled run once, when there is an answer or will be none, on the thread that finds out; it must not wait
     * @throws CallFailedException when nothing is sent: too many calls, or the connection is closed; also what {@code send} throws
     */
    public Begun begin(
            String method,
            @Nullable Json params,
            Deadline deadline,
            DeadlineTimer timer,
            Consumer<Request> send,
            Consumer<Begun> settled) {
        Begun begun = reserved(deadline);
        begun.call.whenSettled(() -> settled.accept(begun));
        begun.unwatch = timer.watch(deadline, begun.call::expire);
        send(begun, method, params, send);
        return begun;
    }

    private Begun reserved(Deadline deadline) {
        if (!room.tryAcquire()) {
            throw new CallFailedException(
                    CallFailedException.Reason.TOO_MANY, maxPending + " calls are waiting already");
        }
        return new Begun(RequestId.of(nextId.incrementAndGet()), new PendingCall(deadline));
    }

    private void send(Begun begun, String method, @Nullable Json params, Consumer<Request> send) {
        pending.put(begun.id, begun.call);
        try {
            if (closed) {
                throw new CallFailedException(CallFailedException.Reason.CLOSED, "The connection is closed");
            }
            send.accept(new Request(begun.id, method, params));
        } catch (RuntimeException | Error e) {
            begun.end();
            throw e;
        }
    }

    /** A request that has been sent. */
    public final class Begun {
        private final RequestId id;
        private final PendingCall call;
        private final AtomicBoolean ended = new AtomicBoolean();
        private volatile Runnable unwatch = () -> {};

        private Begun(RequestId id, PendingCall call) {
            this.id = id;
            this.call = call;
        }

        /** Whether the other side has answered in so many bytes at most, be it with an error; only when it is settled. */
        public boolean isAnswered(int mostBytes) {
            return call.isAnswered(mostBytes);
        }

        /**
         * What has become of it, when it is settled; asked for once. Throws what {@link Peer#call} throws.
         *
         * @return the result
         */
        public Json outcome() {
            try {
                return call.outcome();
            } catch (CallFailedException e) {
                if (e.reason().isAbandonment()) {
                    abandon(id, e);
                }
                throw e;
            } finally {
                end();
            }
        }

        private void end() {
            if (ended.compareAndSet(false, true)) {
                unwatch.run();
                pending.remove(id);
                room.release();
            }
        }
    }

    private void abandon(RequestId id, CallFailedException cause) {
        try {
            abandoned.accept(id);
        } catch (RuntimeException e) {
            cause.addSuppressed(e);
        }
    }

    /** Takes an answer to its call; one that nobody waits for is dropped and counted, and this returns false. */
    public boolean answered(Response response) {
        PendingCall call = take(response.id());
        if (call != null) {
            call.complete(response);
        }
        return call != null;
    }

    /**
     * Fails the call that a broken response belongs to; one that belongs to none is dropped and counted, and this returns
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
        PendingCall call = id == null ? null : pending.remove(id);
        if (call == null) {
            dropped.increment();
        }
        return call;
    }

    /** How many answers came that nobody waited for. */
    public long dropped() {
        return dropped.sum();
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
