package dev.tenon.http.embedded.internal.channel;

import io.netty.channel.EventLoop;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;

/** The {@link EventLoopMemoryBudget} of each event loop of one server. Each has an equal share of the total limit. */
public final class EventLoopMemoryBudgets {
    private final Map<EventLoop, EventLoopMemoryBudget> all = new ConcurrentHashMap<>();
    private final long limit;

    /**
     * Creates an empty collection.
     *
     * @param limit the limit of each event loop, in bytes
     */
    public EventLoopMemoryBudgets(long limit) {
        this.limit = limit;
    }

    public EventLoopMemoryBudget budgetOf(EventLoop loop) {
        return all.computeIfAbsent(loop, newLoop -> new EventLoopMemoryBudget(newLoop, limit));
    }

    public long sum(ToLongFunction<EventLoopMemoryBudget> value) {
        return all.values().stream().mapToLong(value).sum();
    }
}
