package dev.tenon.server.internal;

import dev.tenon.concurrent.Polling;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.server.Bound;
import dev.tenon.transport.MemoryBudget;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** All requests of the server that have no answer yet: their number is bounded, and none outlives its time. */
final class Runs {
    private final Set<Run> all = ConcurrentHashMap.newKeySet();
    private final Tally tally = new Tally();
    private final CallerCounts shares = new CallerCounts();
    private final int most;
    private final MemoryBudget memory;
    private final BoundCounters counters;

    /**
     * Knows of no request yet.
     *
     * @param memory bounds the params of the requests that run
     */
    Runs(int most, MemoryBudget memory, BoundCounters counters) {
        this.most = most;
        this.memory = memory;
        this.counters = counters;
    }

    /**
     * Takes a request in.
     *
     * @param group the others of its session or connection; null where there are none
     * @throws RpcException 429 when there are too many or too large ones here or there, -32600 when its id is in flight there already
     */
    void enter(Run run, @Nullable InFlight group) {
        if (!tally.began(most)) {
            throw counters.busy(
                    Bound.REQUESTS_PER_PROCESS,
                    "this server has " + most + " requests in flight (limit: requestsPerProcess); try again later");
        }
        String caller = run.sight().scope().caller();
        long share = CallerCounts.half(most);
        if (!shares.tryTake(caller, 1, share)) {
            tally.withdrawn();
            throw counters.busy(
                    Bound.REQUESTS_PER_PROCESS,
                    "this caller has " + share
                            + " requests in flight, the half (limit: requestsPerProcess); wait for one to end");
        }
        if (!memory.tryGrow(0, run.sight().bytes())) {
            shares.giveBack(caller, 1);
            tally.withdrawn();
            throw counters.busy(
                    Bound.REQUEST_BYTES,
                    "the requests in flight would take more than " + memory.limit()
                            + " bytes (limit: requestBytes); try again later, or send less");
        }
        run.countedBy(this);
        if (group != null) {
            group.enter(run);
        }
        // Now it knows of all that count it, and others may end it. Its group may have done so already.
        all.add(run);
        if (run.isOver()) {
            all.remove(run);
        }
    }

    void leave(Run run) {
        all.remove(run);
        memory.release(run.sight().bytes());
        shares.giveBack(run.sight().scope().caller(), 1);
        tally.ended();
    }

    /** A reply has been handed over. */
    void settled() {
        tally.settled();
    }

    /** Hands out the requests whose time is up. */
    void overdue(Consumer<Run> expire) {
        long now = System.nanoTime();
        forEach(run -> {
            if (run.isNewlyOverdue(now)) {
                counters.met(Bound.REQUEST_TIME);
                expire.accept(run);
            }
        });
    }

    /** Waits until every reply has been handed over, but no longer than that. */
    void awaitNone(Duration longest) {
        Polling.await(() -> tally.unsettled() == 0, longest);
    }

    void forEach(Consumer<Run> action) {
        all.forEach(action);
    }

    int size() {
        return tally.running();
    }

    long bytes() {
        return memory.used();
    }
}
