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
 * State and services shared by the successive connections of one client.
 *
 * @param droppedMessages counts the messages that were discarded
 * @param connectDeadlines the deadlines of the callers that wait for a connection
 * @param onConnectionLost called when a connection ends that the client did not close
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
    public static ClientContext create(ClientConfig config, BiConsumer<McpConnection, String> onConnectionLost) {
        ClientLimits limits = config.limits();
        int bytes = limits.json().bytes();
        ExecutorService executor = HandlerExecutors.create();
        RuntimeScheduler scheduler = new RuntimeScheduler("tenon-client-timer");
        LongAdder droppedMessages = new LongAdder();
        NotificationQueue notifications =
                new NotificationQueue(executor, limits.notifications(), bytes, droppedMessages);
        return new ClientContext(
                config,
                executor,
                scheduler,
                new DeadlineTimer(scheduler),
                droppedMessages,
                notifications,
                new ProgressDispatcher(notifications),
                new InputRequestHandler(config),
                new ResultCache(limits.cachedResults(), bytes),
                new ToolCache(limits.listItems(), bytes),
                new ListenStreamRegistry(),
                new ConnectDeadlines(),
                onConnectionLost);
    }

    /** Clears the caches: a new server process may differ from the one before. */
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
