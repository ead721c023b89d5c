package dev.tenon.http.embedded;

import dev.tenon.concurrent.handlers.HandlerThreads;
import dev.tenon.transport.MemoryBudget;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What the event loops of one server have in common.
 *
 * @param bodies the memory for bodies
 * @param memories the memory of each event loop for what waits
 * @param channels the open connections
 * @param visits how many requests are on their way
 * @param counters how many connections were cut off
 * @param parsers for bodies that an event loop has no time for; fewer than there are processors, as they only compute
 */
record Shared(
        MemoryBudget bodies,
        LoopMemories memories,
        AcceptedChannels channels,
        AtomicInteger visits,
        ConnectionCounters counters,
        ExecutorService parsers) {
    Shared(Setup setup, LoopMemories memories) {
        this(setup, memories, new ConnectionCounters());
    }

    private Shared(Setup setup, LoopMemories memories, ConnectionCounters counters) {
        this(
                new MemoryBudget(setup.bounds().bodyBytes()),
                memories,
                new AcceptedChannels(setup, memories, counters),
                new AtomicInteger(),
                counters,
                Executors.newFixedThreadPool(
                        Math.max(1, Runtime.getRuntime().availableProcessors() / 2),
                        HandlerThreads.named("tenon-http-parser-")));
    }
}
