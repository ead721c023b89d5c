package dev.tenon.http.embedded;

import dev.tenon.concurrent.LogLimit;
import dev.tenon.concurrent.handlers.HandlerThreads;
import dev.tenon.transport.MemoryBudget;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the event loops of one server have in common.
 *
 * @param bodies the memory for bodies
 * @param memories the memory of each event loop for what waits
 * @param channels the open connections
 * @param visits how many requests are on their way
 * @param counters how many connections were cut off
 * @param slowPeers bounds how often it is logged that a request was cut off for its time
 * @param parsers for bodies that an event loop has no time for: half as many threads as processors, at least one
 */
record Shared(
        MemoryBudget bodies,
        LoopMemories memories,
        AcceptedChannels channels,
        AtomicInteger visits,
        ConnectionCounters counters,
        LogLimit slowPeers,
        ExecutorService parsers) {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.http");

    static Shared of(Setup setup) {
        int eventLoops = Runtime.getRuntime().availableProcessors();
        LoopMemories memories = new LoopMemories(Math.max(1, setup.bounds().waitingBytes() / eventLoops));
        ConnectionCounters counters = new ConnectionCounters();
        return new Shared(
                new MemoryBudget(setup.bounds().bodyBytes()),
                memories,
                new AcceptedChannels(setup, memories, counters),
                new AtomicInteger(),
                counters,
                new LogLimit(1, Duration.ofSeconds(1)),
                Executors.newFixedThreadPool(Math.max(1, eventLoops / 2), HandlerThreads.named("tenon-http-parser-")));
    }

    /** Runs what takes longer than an event loop has time for; not any more when the server has been closed. */
    void parse(Runnable action) {
        try {
            parsers.execute(action);
        } catch (RejectedExecutionException e) {
            LOG.debug("The HTTP server has been closed", e);
        }
    }
}
