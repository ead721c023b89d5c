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
import dev.tenon.jsonrpc.internal.Deadline;
import dev.tenon.jsonrpc.internal.DeadlineTimer;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * State and services shared by the successive connections of one client.
 *
 * @param droppedMessages counts the messages that were discarded
 * @param connectDeadlines the deadlines of the callers that wait for a connection
 * @param onConnectionLost called with each connection that has ended and the reason, also when the client closed it
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
        LoginDeadlinePauser connectDeadlines,
        BiConsumer<McpConnection, String> onConnectionLost)
        implements AutoCloseable {
    /** The logger of the client and its connections. */
    public static final Logger LOG = LoggerFactory.getLogger("dev.tenon.client");

    public static ClientContext create(ClientConfig config, BiConsumer<McpConnection, String> onConnectionLost) {
        return create(config, HandlerExecutors.create(), new RuntimeScheduler("tenon-client-timer"), onConnectionLost);
    }

    /** Creates a context that uses these threads and shuts them down when it is closed. */
    public static ClientContext create(
            ClientConfig config,
            ExecutorService executor,
            RuntimeScheduler scheduler,
            BiConsumer<McpConnection, String> onConnectionLost) {
        ClientLimits limits = config.limits();
        int bytes = limits.json().bytes();
        LongAdder dropped = new LongAdder();
        NotificationQueue notifications = new NotificationQueue(executor, limits.notifications(), bytes, dropped);
        return new ClientContext(
                config,
                executor,
                scheduler,
                new DeadlineTimer(scheduler),
                dropped,
                notifications,
                new ProgressDispatcher(notifications),
                new InputRequestHandler(config),
                new ResultCache(limits.cachedResults(), bytes),
                new ToolCache(limits.listItems(), bytes),
                new ListenStreamRegistry(),
                new LoginDeadlinePauser(),
                onConnectionLost);
    }

    public ClientLimits limits() {
        return config.limits();
    }

    /** Creates a deadline for connecting, which pauses extend by at most {@link ClientLimits#maxCallTimeout}. */
    public Deadline createConnectDeadline(Duration time) {
        return Deadline.extendable(time, time.plus(limits().maxCallTimeout()));
    }

    /** Executes a task on a thread of the client; drops it if the client is closed. */
    public void executeUnlessClosed(Runnable task) {
        try {
            executor.execute(task);
        } catch (RejectedExecutionException e) {
            LOG.debug("The client has been closed", e);
        }
    }

    @Override
    public void close() {
        scheduler.close();
        HandlerExecutors.shutDownNowAndAwait(executor);
    }
}
