package dev.tenon.server.internal.request;

import dev.tenon.internal.buffer.MemoryBudget;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.server.LimitType;
import dev.tenon.server.internal.limit.CallerUsageCounter;
import dev.tenon.server.internal.limit.LimitHitCounters;
import dev.tenon.server.internal.limit.RequestCounter;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The requests of the server that have not completed yet. Their number is limited, and requests whose timeout has
 * expired are ended.
 */
public final class RunningRequestRegistry {
    private final Set<RequestExecution> all = ConcurrentHashMap.newKeySet();
    private final RequestCounter counter = new RequestCounter();
    private final CallerUsageCounter usageByCaller = new CallerUsageCounter();
    private final int maxRequests;
    private final MemoryBudget memory;
    private final LimitHitCounters counters;

    /**
     * Creates an empty registry.
     *
     * @param memory limits the total size of the params
     */
    public RunningRequestRegistry(int maxRequests, MemoryBudget memory, LimitHitCounters counters) {
        this.maxRequests = maxRequests;
        this.memory = memory;
        this.counters = counters;
    }

    /**
     * Registers a request.
     *
     * @param group the other requests of its session or connection; null without one
     * @throws RpcException 429 if there are too many requests, or their params are too large; -32600 if its id is
     *     already in use in the group
     */
    public void register(RequestExecution execution, @Nullable SessionRequestRegistry group) {
        if (!counter.tryBegin(maxRequests)) {
            throw counters.countAndCreateBusyError(
                    LimitType.REQUESTS_PER_PROCESS,
                    "this server has " + maxRequests
                            + " requests in flight (limit: requestsPerProcess); try again later");
        }
        String callerKey = execution.observation().context().callerKey();
        long share = CallerUsageCounter.halfOf(maxRequests);
        if (!usageByCaller.tryAcquire(callerKey, 1, share)) {
            counter.undoBegin();
            throw counters.countAndCreateBusyError(
                    LimitType.REQUESTS_PER_PROCESS,
                    "this caller has " + share
                            + " requests in flight, half of the limit (limit: requestsPerProcess); wait for one to end");
        }
        if (!memory.tryGrow(0, execution.observation().paramBytes())) {
            usageByCaller.release(callerKey, 1);
            counter.undoBegin();
            throw counters.countAndCreateBusyError(
                    LimitType.REQUEST_BYTES,
                    "the requests in flight would take more than " + memory.limit()
                            + " bytes (limit: requestBytes); try again later, or send less");
        }
        execution.attachServerRegistry(this);
        if (group != null) {
            group.register(execution);
        }
        // The request is now registered everywhere, and other threads can end it. The group may already have done so.
        all.add(execution);
        if (execution.isCompleted()) {
            all.remove(execution);
        }
    }

    void unregister(RequestExecution execution) {
        all.remove(execution);
        memory.release(execution.observation().paramBytes());
        usageByCaller.release(execution.observation().context().callerKey(), 1);
        counter.countCompleted();
    }

    /** Passes each request whose timeout has expired to the consumer. */
    public void forEachOverdue(Consumer<RequestExecution> consumer) {
        long now = System.nanoTime();
        forEach(execution -> {
            if (execution.tryMarkOverdue(now)) {
                counters.increment(LimitType.REQUEST_TIME);
                consumer.accept(execution);
            }
        });
    }

    public void forEach(Consumer<RequestExecution> action) {
        all.forEach(action);
    }

    public RequestCounter counter() {
        return counter;
    }

    public long requestBytes() {
        return memory.used();
    }
}
