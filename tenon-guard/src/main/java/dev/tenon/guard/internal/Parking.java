package dev.tenon.guard.internal;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Calls that wait for their client to come back with an answer: bounded in number and in time. */
final class Parking {
    private final int most;
    private final Duration time;
    private final Map<String, ParkableCall> parked = new ConcurrentHashMap<>();
    private final AtomicInteger count = new AtomicInteger();

    Parking(int most, Duration time) {
        this.most = most;
        this.time = time;
    }

    /**
     * Parks a call.
     *
     * @throws RpcException 429 when there are too many
     */
    void park(ParkableCall call) {
        if (count.incrementAndGet() > most) {
            count.decrementAndGet();
            throw new RpcException(
                    ErrorCode.BUSY, "Busy: " + most + " calls wait for their clients already; try again later");
        }
        call.parkedUntil(System.nanoTime() + time.toNanos());
        parked.put(call.id(), call);
    }

    /**
     * Takes a call out, for the one who brought this state.
     *
     * @param fits whether it is one that he may go on with
     * @throws RpcException -32602 when it is there no longer
     */
    ParkableCall take(Json state, Predicate<ParkableCall> fits) {
        String id = state.string();
        @Nullable ParkableCall call = id == null ? null : parked.get(id);
        if (call == null || !fits.test(call) || !parked.remove(call.id(), call)) {
            throw new RpcException(
                    ErrorCode.INVALID_PARAMS,
                    "Invalid params: params.requestState: this call is over, or waited too long; start anew without it");
        }
        count.decrementAndGet();
        return call;
    }

    /** Gives up those that have waited too long. */
    void sweep() {
        long now = System.nanoTime();
        parked.values().stream()
                .filter(call -> call.isOverdue(now) && parked.remove(call.id(), call))
                .forEach(call -> {
                    count.decrementAndGet();
                    call.giveUp("The client did not come back");
                });
    }
}
