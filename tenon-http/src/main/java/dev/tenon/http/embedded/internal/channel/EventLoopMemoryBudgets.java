package dev.tenon.http.embedded.internal.channel;

import io.netty.channel.EventLoop;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;

/** The {@link EventLoopMemoryBudget} of each event loop of one server. Each has an equal part of the bound on all. */
public final class EventLoopMemoryBudgets {
    private final Map<EventLoop, EventLoopMemoryBudget> all = new ConcurrentHashMap<>();
    private final long limit;

    /**
     * Of no event loop yet.
     *
     * @param limit for one event loop, in bytes
     */
    public EventLoopMemoryBudgets(long limit) {
        this.limit = limit;
    }

    public EventLoopMemoryBudget budgetOf(EventLoop loop) {
        return all.computeIfAbsent(loop, fresh -> new EventLoopMemoryBudget(fresh, limit));
    }

    public long sum(ToLongFunction<EventLoopMemoryBudget> number) {
        return all.values().stream().mapToLong(number).sum();
    }
}
