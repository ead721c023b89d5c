package dev.tenon.http.embedded.internal.connection;

import static dev.tenon.http.embedded.internal.HttpServerConfig.LOG;

import dev.tenon.http.embedded.internal.HttpServerConfig;
import dev.tenon.http.embedded.internal.channel.AcceptedChannels;
import dev.tenon.http.embedded.internal.channel.EventLoopMemoryBudgets;
import dev.tenon.http.embedded.internal.channel.LimitViolationCounters;
import dev.tenon.internal.buffer.MemoryBudget;
import dev.tenon.internal.concurrent.HandlerExecutors;
import dev.tenon.internal.concurrent.LogRateLimiter;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Resources shared by the event loops of one server.
 *
 * @param bodyBudget the memory for bodies
 * @param memoryBudgets the memory of each event loop for pending data
 * @param channels the open connections
 * @param activeExchanges the number of active requests
 * @param counters counts the connections that were closed because of a limit
 * @param slowPeerLogLimit limits how often the log reports a request that was aborted for its timeout
 * @param parserExecutor parses large bodies: half as many threads as processors, at least one
 */
public record HttpServerResources(
        MemoryBudget bodyBudget,
        EventLoopMemoryBudgets memoryBudgets,
        AcceptedChannels channels,
        AtomicInteger activeExchanges,
        LimitViolationCounters counters,
        LogRateLimiter slowPeerLogLimit,
        ExecutorService parserExecutor) {
    public static HttpServerResources of(HttpServerConfig config) {
        int eventLoops = Runtime.getRuntime().availableProcessors();
        EventLoopMemoryBudgets memoryBudgets =
                new EventLoopMemoryBudgets(Math.max(1, config.limits().maxPendingBytes() / eventLoops));
        LimitViolationCounters counters = new LimitViolationCounters();
        return new HttpServerResources(
                new MemoryBudget(config.limits().maxBodyBytes()),
                memoryBudgets,
                new AcceptedChannels(config, memoryBudgets, counters),
                new AtomicInteger(),
                counters,
                new LogRateLimiter(1, Duration.ofSeconds(1)),
                Executors.newFixedThreadPool(
                        Math.max(1, eventLoops / 2), HandlerExecutors.namedThreadFactory("tenon-http-parser-")));
    }

    /** Executes a task that takes too long for an event loop; has no effect after the server has been closed. */
    void executeParsing(Runnable action) {
        try {
            parserExecutor.execute(action);
        } catch (RejectedExecutionException e) {
            LOG.debug("The HTTP server has been closed", e);
        }
    }
}
