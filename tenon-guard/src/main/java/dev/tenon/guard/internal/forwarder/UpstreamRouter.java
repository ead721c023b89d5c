package dev.tenon.guard.internal.forwarder;

import dev.tenon.json.Json;
import dev.tenon.model.NotificationType;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.server.forwarder.NotificationSink;
import dev.tenon.server.forwarder.ServerDescription;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Leads the requests of one client to their upstream, behind the {@link FilteredSession policies}. */
public interface UpstreamRouter extends AutoCloseable {
    /** What the client is told of the server behind. May block. */
    ServerDescription serverDescription();

    /**
     * The route of a request.
     *
     * @param mayBlock whether it may wait for a connection
     * @return null when it would have to wait, and may not
     * @throws Exception when there is no route
     */
    @Nullable UpstreamRoute findRoute(CallPipeline.DownstreamRequest request, boolean mayBlock) throws Exception;

    /**
     * All tools by name, by one bounded walk of the list in the newest revision that the upstream speaks. Blocks.
     *
     * @throws dev.tenon.client.error.McpClientException when the upstream does not answer
     */
    Map<String, Json> fetchTools();

    /** The upstream, to look up a tool; the same rules hold as for {@link #findRoute}. */
    @Nullable UpstreamLease leaseUpstream(boolean mayBlock);

    /** Opens a stream of notifications. May block. */
    SubscriptionFilter openSubscription(SubscriptionFilter wanted, NotificationSink stream);

    /**
     * Takes a notification of the client past the policies. Does not block. Without a session there is nothing that it
     * could be about.
     */
    default void onClientNotification(NotificationType<?> type, Json params) {}

    /** By default there is nothing to give back: a request has done that when it ended. */
    @Override
    default void close() {}
}
