package dev.tenon.client.internal.connection;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.internal.cache.ResultCache;
import dev.tenon.client.internal.cache.ToolCache;
import dev.tenon.client.internal.config.ClientConfig;
import dev.tenon.client.internal.inbound.InputRequestHandler;
import dev.tenon.client.internal.inbound.ListenStreamRegistry;
import dev.tenon.client.internal.inbound.NotificationQueue;
import dev.tenon.client.internal.inbound.ProgressDispatcher;
import dev.tenon.internal.concurrent.HandlerExecutors;
import dev.tenon.internal.concurrent.RuntimeScheduler;
import dev.tenon.jsonrpc.internal.DeadlineTimer;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;

/**
 * What all connections of one client share, one after the other.
 *
 * @param droppedMessages how much of what came meant nothing
 * @param connectDeadlines of those who wait for a connection
 * @param onConnectionLost hears of the end of each connection that ended by itself
 */
public record ClientContext(
        ClientConfig config,
        ExecutorService executor,
        RuntimeScheduler scheduler,
        DeadlineTimer deadlineTimer,
        LongAdder droppedMessages,
        NotificationQueue notifications,
        ProgressDispatcher progress,
        InputRequestHandler inputRequests,
        ResultCache resultCache,
        ToolCache toolCache,
        ListenStreamRegistry listenStreams,
        ConnectDeadlines connectDeadlines,
        BiConsumer<McpConnection, String> onConnectionLost)
        implements AutoCloseable {
    public static ClientContext create(ClientConfig host, BiConsumer<McpConnection, String> whenLost) {
        ClientLimits limits = host.limits();
        int bytes = limits.json().bytes();
        ExecutorService threads = HandlerExecutors.create();
        RuntimeScheduler scheduler = new RuntimeScheduler("tenon-client-timer");
        LongAdder dropped = new LongAdder();
        NotificationQueue notices = new NotificationQueue(threads, limits.notifications(), bytes, dropped);
        return new ClientContext(
                host,
                threads,
                scheduler,
                new DeadlineTimer(scheduler),
                dropped,
                notices,
                new ProgressDispatcher(notices),
                new InputRequestHandler(host),
                new ResultCache(limits.cachedResults(), bytes),
                new ToolCache(limits.listItems(), bytes),
                new ListenStreamRegistry(),
                new ConnectDeadlines(),
                whenLost);
    }

    /** What was learned from one server process says nothing about the next. */
    public void clearCaches() {
        resultCache.clear();
        toolCache.clear();
    }

    @Override
    public void close() {
        scheduler.close();
        HandlerExecutors.shutDownAndAwait(executor);
    }
}
