package dev.tenon.http.embedded.internal.connection;

import dev.tenon.http.embedded.internal.HttpServerConfig;
import dev.tenon.http.embedded.internal.channel.AcceptedChannels;
import dev.tenon.http.embedded.internal.channel.ConnectionCounters;
import dev.tenon.http.embedded.internal.channel.EventLoopMemoryBudgets;
import dev.tenon.internal.buffer.MemoryBudget;
import dev.tenon.internal.concurrent.HandlerExecutors;
import dev.tenon.internal.concurrent.LogRateLimiter;
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
 * @param bodyBudget the memory for bodies
 * @param memoryBudgets the memory of each event loop for what waits
 * @param channels the open connections
 * @param activeExchanges how many requests are on their way
 * @param counters how many connections were cut off
 * @param slowPeerLogLimit bounds how often it is logged that a request was cut off for its time
 * @param parserExecutor for bodies that an event loop has no time for: half as many threads as processors, at least one
 */
public record HttpServerResources(
        MemoryBudget bodyBudget,
        EventLoopMemoryBudgets memoryBudgets,
        AcceptedChannels channels,
        AtomicInteger activeExchanges,
        ConnectionCounters counters,
        LogRateLimiter slowPeerLogLimit,
        ExecutorService parserExecutor) {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.http");

    public static HttpServerResources of(HttpServerConfig setup) {
        int eventLoops = Runtime.getRuntime().availableProcessors();
        EventLoopMemoryBudgets memories =
                new EventLoopMemoryBudgets(Math.max(1, setup.limits().maxPendingBytes() / eventLoops));
        ConnectionCounters counters = new ConnectionCounters();
        return new HttpServerResources(
                new MemoryBudget(setup.limits().maxBodyBytes()),
                memories,
                new AcceptedChannels(setup, memories, counters),
                new AtomicInteger(),
                counters,
                new LogRateLimiter(1, Duration.ofSeconds(1)),
                Executors.newFixedThreadPool(
                        Math.max(1, eventLoops / 2), HandlerExecutors.namedThreadFactory("tenon-http-parser-")));
    }

    /** Runs what takes longer than an event loop has time for; not any more when the server has been closed. */
    void executeParsing(Runnable action) {
        try {
            parserExecutor.execute(action);
        } catch (RejectedExecutionException e) {
            LOG.debug("The HTTP server has been closed", e);
        }
    }
}
