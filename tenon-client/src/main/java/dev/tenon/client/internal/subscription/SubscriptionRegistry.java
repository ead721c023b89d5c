package dev.tenon.client.internal.subscription;

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
import dev.tenon.model.ServerCapabilities;
import dev.tenon.model.SubscribeParams;
import dev.tenon.model.SubscriptionFilter;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The host's subscriptions: a stream for each under 2026-07-28, requests for each resource before that. */
public final class SubscriptionRegistry {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.client");

    private final ConnectionProvider line;
    private final ClientContext crew;
    private final CallExecutor calls;
    private final Set<ReconnectingSubscription> open = ConcurrentHashMap.newKeySet();

    public SubscriptionRegistry(ConnectionProvider line, ClientContext crew, CallExecutor calls) {
        this.line = line;
        this.crew = crew;
        this.calls = calls;
    }

    /**
     * Subscribes.
     *
     * @param owner whom to hand on what comes, or null
     * @param over run when it is over
     */
    public Subscription subscribe(SubscriptionFilter filter, @Nullable Object owner, Runnable over) {
        Deadline deadline = calls.createDeadline(CallOptions.DEFAULT);
        McpConnection connection = line.getConnection(deadline);
        ReconnectingSubscription watch = new ReconnectingSubscription(filter, owner, ended -> {
            onClosed(ended);
            over.run();
        });
        open.add(watch);
        try {
            if (connection.protocol().isStateless()) {
                openStream(watch, deadline);
            } else {
                subscribeResources(connection, watch, deadline);
            }
            return watch;
        } catch (RuntimeException e) {
            watch.close();
            throw e;
        }
    }

    private void openStream(ReconnectingSubscription watch, Deadline deadline) {
        ListenLoop listening = new ListenLoop(watch, line, crew, calls);
        listening.start();
        try {
            if (!watch.awaitActive(deadline.remainingNanos())) {
                RuntimeException problem = listening.lastFailure();
                throw problem == null
                        ? new CallTimeoutException("The server did not acknowledge the subscription in time")
                        : problem;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CallCancelledException("Interrupted while waiting for the subscription");
        }
    }

    private void subscribeResources(McpConnection connection, ReconnectingSubscription watch, Deadline deadline) {
        ServerCapabilities can = connection.protocol().server().capabilities();
        SubscriptionFilter wanted = watch.requestedFilter();
        if (!wanted.resourceSubscriptions().isEmpty()) {
            RequiredCapabilities.check(Methods.SUBSCRIBE, connection.protocol().server());
        }
        for (String uri : wanted.resourceSubscriptions()) {
            sendSubscribe(connection, uri, deadline);
        }
        // Changes of lists come unasked, if the server says that it announces them.
        watch.activate(new SubscriptionFilter(
                wanted.toolsListChanged() && can.tools() != null && can.tools().listChanged(),
                wanted.promptsListChanged()
                        && can.prompts() != null
                        && can.prompts().listChanged(),
                wanted.resourcesListChanged()
                        && can.resources() != null
                        && can.resources().listChanged(),
                wanted.resourceSubscriptions()));
    }

    private void sendSubscribe(McpConnection connection, String uri, Deadline deadline) {
        SubscribeParams params = SubscribeParams.of(uri);
        try {
            connection.call(Methods.SUBSCRIBE, params, deadline);
        } catch (RuntimeException e) {
            throw ClientExceptions.of(e, Methods.SUBSCRIBE.name(), params, connection.end());
        }
    }

    private void onClosed(ReconnectingSubscription watch) {
        open.remove(watch);
        McpConnection connection = line.currentConnection();
        if (connection == null || connection.protocol().isStateless()) {
            return;
        }
        for (String uri : watch.requestedFilter().resourceSubscriptions()) {
            if (open.stream()
                    .noneMatch(w -> w.requestedFilter().resourceSubscriptions().contains(uri))) {
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

    /** Asks for everything again on a new connection; streams do that by themselves. */
    public void restore(McpConnection connection) {
        if (connection.protocol().isStateless()) {
            return;
        }
        for (ReconnectingSubscription watch : List.copyOf(open)) {
            try {
                subscribeResources(
                        connection, watch, Deadline.after(crew.config().limits().connectTimeout()));
            } catch (McpClientException e) {
                LOG.warn("A subscription could not be restored: {}", e.getMessage());
            }
        }
    }

    /** Nothing comes for a while. */
    public void deactivateAll() {
        open.forEach(ReconnectingSubscription::deactivate);
    }

    /** Ends all, without a word to the server: the connection ends with them. */
    public void close() {
        Collection<ReconnectingSubscription> all = List.copyOf(open);
        open.clear();
        all.forEach(ReconnectingSubscription::close);
    }
}
