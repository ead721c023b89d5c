package dev.tenon.guard.internal;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Calls that wait for their client to come back with an answer: bounded in number and in time. */
final class SuspendedCalls {
    private final int limit;
    private final Semaphore room;
    private final Duration time;
    private final GuardRuntime runtime;
    private final Map<String, SuspendableCall> calls = new ConcurrentHashMap<>();

    SuspendedCalls(int limit, Duration time, GuardRuntime runtime) {
        this.runtime = runtime;
        this.limit = limit;
        this.room = new Semaphore(limit);
        this.time = time;
    }

    /**
     * Keeps a call.
     *
     * @throws RpcException 429 when there are too many
     */
    void add(SuspendableCall call) {
        if (!room.tryAcquire()) {
            throw runtime.busy(
                    GuardRuntime.PARKED_CALLS,
                    limit + " calls wait for their clients already (limit: parkedCalls); try again later");
        }
        call.suspendedUntil(System.nanoTime() + time.toNanos());
        calls.put(call.id(), call);
    }

    /**
     * Takes a call out, for the client that brought this state.
     *
     * @param fits whether the client may go on with it
     * @throws RpcException -32602 when it is there no longer
     */
    SuspendableCall take(Json state, Predicate<SuspendableCall> fits) {
        String id = state.string();
        @Nullable SuspendableCall call = id == null ? null : calls.get(id);
        if (call == null || !fits.test(call) || !calls.remove(call.id(), call)) {
            throw new RpcException(
                    ErrorCode.INVALID_PARAMS,
                    "Invalid params: params.requestState: this call is over, or waited too long; start anew without it");
        }
        room.release();
        return call;
    }

    /** Ends those that have waited too long. */
    void expire() {
        long now = System.nanoTime();
        calls.values().stream()
                .filter(call -> call.isOverdue(now) && calls.remove(call.id(), call))
                .forEach(call -> {
                    room.release();
                    call.giveUp("The client did not come back");
                });
    }
}
