package dev.tenon.guard.internal.forwarder;

import dev.tenon.json.Json;
import dev.tenon.model.NotificationType;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.server.forwarder.ServerDescription;
import dev.tenon.server.forwarder.SubscriptionSink;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Routes the messages of one client to its upstream, after the {@link FilteredForwardingSession policies}. */
public interface UpstreamRouter extends AutoCloseable {
    /** Returns the description of the server for the client. May block. */
    ServerDescription unfilteredServerDescription();

    /**
     * Finds the route of a request. The route holds a leased connection, which the caller must release.
     *
     * @param mayBlock whether it may wait for a connection
     * @return null if it would have to wait and must not
     * @throws Exception if there is no route
     */
    @Nullable UpstreamRoute acquireRoute(CallPipeline.DownstreamRequest request, boolean mayBlock) throws Exception;

    /**
     * Lists all tools by name, within limits, in the newest revision of the upstream. Blocks.
     *
     * @throws dev.tenon.client.error.McpClientException if the upstream does not respond
     */
    Map<String, Json> fetchToolsByName();

    /** Leases the upstream to look up a tool; {@code mayBlock} and null mean the same as for {@link #acquireRoute}. */
    @Nullable UpstreamLease leaseUpstream(boolean mayBlock);

    /** Opens a subscription stream. May block. */
    SubscriptionFilter openSubscription(SubscriptionFilter filter, SubscriptionSink stream);

    /**
     * Forwards a notification of the client through the policies without blocking. By default it is ignored, as without
     * a session it has no subject.
     */
    default void forwardClientNotification(NotificationType<?> type, Json params) {}

    /** Does nothing by default: each request releases its connection when it completes. */
    @Override
    default void close() {}
}
