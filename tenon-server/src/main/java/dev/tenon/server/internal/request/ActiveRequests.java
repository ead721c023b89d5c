package dev.tenon.server.internal.request;

import dev.tenon.internal.buffer.MemoryBudget;
import dev.tenon.internal.concurrent.ConditionPoller;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.server.LimitType;
import dev.tenon.server.internal.limit.CallerUsageCounter;
import dev.tenon.server.internal.limit.LimitCounters;
import dev.tenon.server.internal.limit.RequestCounter;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** All requests of the server that have no answer yet: their number is bounded, and none outlives its time. */
public final class ActiveRequests {
    private final Set<RequestExecution> all = ConcurrentHashMap.newKeySet();
    private final RequestCounter tally = new RequestCounter();
    private final CallerUsageCounter shares = new CallerUsageCounter();
    private final int maxRequests;
    private final MemoryBudget memory;
    private final LimitCounters counters;

    /**
     * Knows of no request yet.
     *
     * @param memory bounds the params of the requests that run
     */
    public ActiveRequests(int most, MemoryBudget memory, LimitCounters counters) {
        this.maxRequests = most;
        this.memory = memory;
        this.counters = counters;
    }

    /**
     * Takes a request in.
     *
     * @param group the others of its session or connection; null where there are none
     * @throws RpcException 429 when there are too many or too large ones here or there, -32600 when its id is in flight
     *     there already
     */
    public void register(RequestExecution run, @Nullable InFlightRequests group) {
        if (!tally.tryBegin(maxRequests)) {
            throw counters.countBusy(
                    LimitType.REQUESTS_PER_PROCESS,
                    "this server has " + maxRequests
                            + " requests in flight (limit: requestsPerProcess); try again later");
        }
        String caller = run.observation().context().callerKey();
        long share = CallerUsageCounter.halfOf(maxRequests);
        if (!shares.tryAcquire(caller, 1, share)) {
            tally.undoBegin();
            throw counters.countBusy(
                    LimitType.REQUESTS_PER_PROCESS,
                    "this caller has " + share
                            + " requests in flight, the half (limit: requestsPerProcess); wait for one to end");
        }
        if (!memory.tryGrow(0, run.observation().paramBytes())) {
            shares.release(caller, 1);
            tally.undoBegin();
            throw counters.countBusy(
                    LimitType.REQUEST_BYTES,
                    "the requests in flight would take more than " + memory.limit()
                            + " bytes (limit: requestBytes); try again later, or send less");
        }
        run.attachServerRegistry(this);
        if (group != null) {
            group.register(run);
        }
        // Now it knows of all that count it, and others may end it. Its group may have done so already.
        all.add(run);
        if (run.isCompleted()) {
            all.remove(run);
        }
    }

    void unregister(RequestExecution run) {
        all.remove(run);
        memory.release(run.observation().paramBytes());
        shares.release(run.observation().context().callerKey(), 1);
        tally.countCompleted();
    }

    /** A reply has been handed over. */
    void countResponseSent() {
        tally.countResponseSent();
    }

    /** Hands out the requests whose time is up. */
    public void forEachOverdue(Consumer<RequestExecution> expire) {
        long now = System.nanoTime();
        forEach(run -> {
            if (run.tryMarkOverdue(now)) {
                counters.count(LimitType.REQUEST_TIME);
                expire.accept(run);
            }
        });
    }

    /** Waits until every reply has been handed over, but no longer than that. */
    public void awaitAllResponsesSent(Duration longest) {
        ConditionPoller.await(() -> tally.pendingResponseCount() == 0, longest);
    }

    public void forEach(Consumer<RequestExecution> action) {
        all.forEach(action);
    }

    public int size() {
        return tally.runningCount();
    }

    public long requestBytes() {
        return memory.used();
    }
}
