package dev.tenon.http.embedded;

import io.netty.channel.EventLoop;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;

/** The {@link LoopMemory} of each event loop of one server. Each has an equal part of the bound on all. */
final class LoopMemories {
    private final Map<EventLoop, LoopMemory> all = new ConcurrentHashMap<>();
    private final long limit;

    /**
     * Of no event loop yet.
     *
     * @param limit for one event loop, in bytes
     */
    LoopMemories(long limit) {
        this.limit = limit;
    }

    LoopMemory of(EventLoop loop) {
        return all.computeIfAbsent(loop, fresh -> new LoopMemory(fresh, limit));
    }

    long sum(ToLongFunction<LoopMemory> number) {
        return all.values().stream().mapToLong(number).sum();
    }
}
