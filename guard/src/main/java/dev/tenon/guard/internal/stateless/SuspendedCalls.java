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

/** Holds suspended calls, which wait for input of their clients, within limits of number and time. */
public final class SuspendedCalls {
    private final int limit;
    private final Semaphore permits;
    private final Duration timeout;
    private final GuardRuntime runtime;
    private final Map<String, SuspendableCall> calls = new ConcurrentHashMap<>();

    public SuspendedCalls(int limit, Duration timeout, GuardRuntime runtime) {
        this.runtime = runtime;
        this.limit = limit;
        this.permits = new Semaphore(limit);
        this.timeout = timeout;
    }

    /**
     * Adds a call.
     *
     * @throws RpcException 429 if there are too many
     */
    void add(SuspendableCall call) {
        if (!permits.tryAcquire()) {
            String text = " calls are already suspended (limit: suspendedCalls); try again later";
            throw runtime.countAndCreateBusyError(GuardRuntime.SUSPENDED_CALLS, limit + text);
        }
        call.deadline = System.nanoTime() + timeout.toNanos();
        calls.put(call.id, call);
    }

    /**
     * Removes and returns the call of this state, which the client wants to resume.
     *
     * @param filter whether the client may resume the call
     * @throws RpcException -32602 if the call no longer exists
     */
    SuspendableCall takeOrThrow(Json state, Predicate<SuspendableCall> filter) {
        String id = state.string();
        @Nullable SuspendableCall call = id == null ? null : calls.get(id);
        if (call == null || !filter.test(call) || !calls.remove(call.id, call)) {
            String text = "Invalid params: params.requestState: the call has ended or timed out; send the request again"
                    + " without it";
            throw new RpcException(ErrorCode.INVALID_PARAMS, text);
        }
        permits.release();
        return call;
    }

    /** Cancels expired calls. */
    public void cancelExpired() {
        long now = System.nanoTime();
        calls.values().stream()
                .filter(call -> now - call.deadline > 0 && calls.remove(call.id, call))
                .forEach(call -> {
                    permits.release();
                    call.cancel("The client did not resume the call in time");
                });
    }
}
