package dev.tenon.client.internal.subscription;

import static dev.tenon.client.internal.connection.ClientContext.LOG;

import dev.tenon.client.CallOptions;
import dev.tenon.client.Subscription;
import dev.tenon.client.error.CallCancelledException;
import dev.tenon.client.error.CallTimeoutException;
import dev.tenon.client.error.McpClientException;
import dev.tenon.client.internal.call.CallExecutor;
import dev.tenon.client.internal.call.RequiredCapabilities;
import dev.tenon.client.internal.connection.ClientContext;
import dev.tenon.client.internal.connection.ClientExceptions;
import dev.tenon.client.internal.connection.ConnectionProvider;
import dev.tenon.client.internal.connection.McpConnection;
import dev.tenon.jsonrpc.internal.Deadline;
import dev.tenon.model.Methods;
import dev.tenon.model.SubscribeParams;
import dev.tenon.model.SubscriptionFilter;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The open subscriptions: under 2026-07-28 each has a stream, in earlier revisions the client subscribes to each
 * resource.
 */
public final class SubscriptionRegistry {
    private final ConnectionProvider connections;
    private final ClientContext context;
    private final CallExecutor calls;
    private final Set<ReconnectingSubscription> open = ConcurrentHashMap.newKeySet();

    public SubscriptionRegistry(ConnectionProvider connections, ClientContext context, CallExecutor calls) {
        this.connections = connections;
        this.context = context;
        this.calls = calls;
    }

    /**
     * Subscribes.
     *
     * @param owner passed to the handler with the notifications, or null
     * @param onClosed called when the subscription has ended
     */
    public Subscription subscribe(SubscriptionFilter filter, @Nullable Object owner, Runnable onClosed) {
        Deadline deadline = calls.createDeadline(CallOptions.DEFAULT);
        McpConnection connection = connections.getConnection(deadline);
        ReconnectingSubscription subscription = new ReconnectingSubscription(filter, owner, closed -> {
            onClosed(closed);
            runSafely(onClosed);
        });
        open.add(subscription);
        try {
            if (connection.protocol().isStateless()) {
                openStream(subscription, deadline);
            } else {
                subscribeResources(connection, subscription, deadline);
            }
            return subscription;
        } catch (RuntimeException e) {
            subscription.close();
            throw e;
        }
    }

    private void openStream(ReconnectingSubscription subscription, Deadline deadline) {
        ListenStreamLoop loop = new ListenStreamLoop(subscription, connections, context, calls);
        loop.start();
        try {
            if (!subscription.awaitActive(deadline.remainingNanos())) {
                RuntimeException failure = loop.lastFailure();
                throw failure == null
                        ? new CallTimeoutException("The server did not acknowledge the subscription in time")
                        : failure;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CallCancelledException("Interrupted while waiting for the subscription");
        }
    }

    private void subscribeResources(
            McpConnection connection, ReconnectingSubscription subscription, Deadline deadline) {
        var capabilities = connection.protocol().server().capabilities();
        SubscriptionFilter filter = subscription.requestedFilter;
        if (!filter.resourceSubscriptions().isEmpty()) {
            RequiredCapabilities.check(Methods.SUBSCRIBE, connection.protocol().server());
        }
        for (String uri : filter.resourceSubscriptions()) {
            SubscribeParams params = SubscribeParams.of(uri);
            try {
                connection.call(Methods.SUBSCRIBE, params, deadline);
            } catch (RuntimeException e) {
                throw ClientExceptions.of(e, Methods.SUBSCRIBE.name(), params, connection.awaitCloseReason());
            }
        }
        // List changes are sent without a subscription if the server declares them.
        boolean announcesTools =
                capabilities.tools() != null && capabilities.tools().listChanged();
        boolean announcesPrompts =
                capabilities.prompts() != null && capabilities.prompts().listChanged();
        boolean announcesResources =
                capabilities.resources() != null && capabilities.resources().listChanged();
        subscription.activate(new SubscriptionFilter(
                filter.toolsListChanged() && announcesTools,
                filter.promptsListChanged() && announcesPrompts,
                filter.resourcesListChanged() && announcesResources,
                filter.resourceSubscriptions()));
    }

    private static void runSafely(Runnable closeListener) {
        try {
            closeListener.run();
        } catch (RuntimeException e) {
            LOG.error("The listener for the end of a subscription failed", e);
        }
    }

    private void onClosed(ReconnectingSubscription subscription) {
        open.remove(subscription);
        McpConnection connection = connections.currentConnection();
        if (connection == null || connection.protocol().isStateless()) {
            return;
        }
        for (String uri : subscription.requestedFilter.resourceSubscriptions()) {
            if (open.stream()
                    .noneMatch(w -> w.requestedFilter.resourceSubscriptions().contains(uri))) {
                unsubscribe(uri);
            }
        }
    }

    private void unsubscribe(String uri) {
        try {
            calls.call(Methods.UNSUBSCRIBE, SubscribeParams.of(uri), null, CallOptions.DEFAULT);
        } catch (McpClientException e) {
            LOG.debug("A subscription could not be ended", e);
        }
    }

    /** Subscribes to all resources again on a new connection; streams reopen by themselves. */
    public void restore(McpConnection connection) {
        if (connection.protocol().isStateless()) {
            return;
        }
        for (ReconnectingSubscription subscription : List.copyOf(open)) {
            try {
                Deadline deadline = Deadline.after(context.limits().connectTimeout());
                subscribeResources(connection, subscription, deadline);
            } catch (McpClientException e) {
                LOG.warn("A subscription could not be restored: {}", e.getMessage());
            }
        }
    }

    /** Marks all subscriptions as inactive because the connection is lost. */
    public void deactivateAll() {
        open.forEach(ReconnectingSubscription::deactivate);
    }

    /** Closes all subscriptions without notifying the server: the connection ends with them. */
    public void close() {
        List<ReconnectingSubscription> all = List.copyOf(open);
        open.clear();
        all.forEach(ReconnectingSubscription::close);
    }
}
