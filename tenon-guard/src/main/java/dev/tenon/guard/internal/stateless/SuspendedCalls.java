package dev.tenon.guard.internal.stateless;

import dev.tenon.guard.internal.concurrent.GuardRuntime;
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
public final class SuspendedCalls {
    private final int limit;
    private final Semaphore permits;
    private final Duration timeout;
    private final GuardRuntime runtime;
    private final Map<String, SuspendableCall> calls = new ConcurrentHashMap<>();

    public SuspendedCalls(int limit, Duration time, GuardRuntime runtime) {
        this.runtime = runtime;
        this.limit = limit;
        this.permits = new Semaphore(limit);
        this.timeout = time;
    }

    /**
     * Keeps a call.
     *
     * @throws RpcException 429 when there are too many
     */
    void add(SuspendableCall call) {
        if (!permits.tryAcquire()) {
            throw runtime.busyError(
                    GuardRuntime.PARKED_CALLS,
                    limit + " calls wait for their clients already (limit: parkedCalls); try again later");
        }
        call.setDeadline(System.nanoTime() + timeout.toNanos());
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
        permits.release();
        return call;
    }

    /** Ends those that have waited too long. */
    public void cancelExpired() {
        long now = System.nanoTime();
        calls.values().stream()
                .filter(call -> call.isExpired(now) && calls.remove(call.id(), call))
                .forEach(call -> {
                    permits.release();
                    call.cancel("The client did not come back");
                });
    }
}
