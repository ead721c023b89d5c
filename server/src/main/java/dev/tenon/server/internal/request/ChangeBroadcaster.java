package dev.tenon.server.internal.request;

import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.EmptyParams;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;
import dev.tenon.model.Params;
import dev.tenon.model.ResourceUpdatedParams;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.server.LimitType;
import dev.tenon.server.Limits;
import dev.tenon.server.internal.limit.CallerUsageCounter;
import dev.tenon.server.internal.limit.LimitHitCounters;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Notifies clients of changes: sessions, and the subscription streams of 2026-07-28. A slow client does not delay the
 * others.
 */
public final class ChangeBroadcaster {
    /**
     * Number of lists that have change notifications: tools, prompts and resources. A long, so that it can be added to
     * every limit.
     */
    private static final long LISTS = 3;

    private final Limits limits;
    private final Executor executor;
    private final LimitHitCounters counters;
    private final Function<String, Set<String>> requiredScopesOfResource;
    private final AtomicInteger subscriptions = new AtomicInteger();
    private final CallerUsageCounter usageByCaller = new CallerUsageCounter();
    private final Set<ServerSession> sessions = ConcurrentHashMap.newKeySet();
    private final Set<SubscriptionStream> streams = ConcurrentHashMap.newKeySet();

    /**
     * Creates a broadcaster without listeners.
     *
     * @param requiredScopes returns the scopes that a caller needs to learn about the resource with a URI
     * @param executor sends notifications to a listener that was slow
     */
    public ChangeBroadcaster(
            Limits limits, LimitHitCounters counters, Function<String, Set<String>> requiredScopes, Executor executor) {
        this.limits = limits;
        this.counters = counters;
        this.executor = executor;
        this.requiredScopesOfResource = requiredScopes;
    }

    /** Creates the queue of a listener for the time in which it does not read. */
    NotificationBacklog createBacklog(NotificationBacklog.BacklogSink listener) {
        return new NotificationBacklog(listener, executor, counters, limits.subscriptions() + LISTS, limits.queue());
    }

    public void add(ServerSession session) {
        sessions.add(session);
    }

    public void remove(ServerSession session) {
        if (sessions.remove(session)) {
            session.subscribedUris().forEach(uri -> unsubscribe(session, uri));
        }
    }

    /** Adds a stream that has been {@linkplain #acquireSubscriptions counted}. */
    void add(SubscriptionStream stream) {
        streams.add(stream);
    }

    public void remove(SubscriptionStream stream) {
        streams.remove(stream);
    }

    /**
     * Counts a stream with this filter. Each resource in it counts as one subscription, because each uses memory.
     *
     * @return releases the subscriptions; has to be run once
     * @throws RpcException 429 if there are too many subscriptions, -32602 if a URI is too long
     */
    public Runnable acquireSubscriptions(String callerKey, SubscriptionFilter filter) {
        validateUriLengths(filter.resourceSubscriptions());
        int weight = Math.max(1, filter.resourceSubscriptions().size());
        acquire(callerKey, weight);
        return () -> release(callerKey, weight);
    }

    /**
     * Subscribes a session to a resource.
     *
     * @throws RpcException 429 if there are too many subscriptions, -32602 if the URI is too long
     */
    public void subscribe(ServerSession session, String uri) {
        validateUriLengths(List.of(uri));
        if (!session.subscribedUris().contains(uri)) {
            acquire(session.callerKey(), 1);
            if (!session.subscribedUris().add(uri)) {
                release(session.callerKey(), 1);
            }
            if (!sessions.contains(session)) {
                // The session ended meanwhile, and remove() may not have seen this subscription.
                unsubscribe(session, uri);
            }
        }
    }

    /** Validates URIs before they are stored. */
    private void validateUriLengths(List<String> uris) {
        int longest = uris.stream().mapToInt(String::length).max().orElse(0);
        if (longest > limits.uriChars()) {
            counters.increment(LimitType.URI_CHARS);
            throw new RpcException(
                    ErrorCode.INVALID_PARAMS,
                    "Invalid params: a uri of " + longest + " characters, at most " + limits.uriChars()
                            + " may be subscribed to (limit: uriChars)");
        }
    }

    public void unsubscribe(ServerSession session, String uri) {
        if (session.subscribedUris().remove(uri)) {
            release(session.callerKey(), 1);
        }
    }

    private void acquire(String callerKey, int weight) {
        long share = CallerUsageCounter.halfOf(limits.subscriptions());
        if (!usageByCaller.tryAcquire(callerKey, weight, share)) {
            throw counters.countAndCreateBusyError(
                    LimitType.SUBSCRIPTIONS,
                    "this caller would have more than " + share
                            + " subscriptions, half of the limit (limit: subscriptions); end one first");
        }
        if (subscriptions.addAndGet(weight) > limits.subscriptions()) {
            release(callerKey, weight);
            throw counters.countAndCreateBusyError(
                    LimitType.SUBSCRIPTIONS,
                    "all " + limits.subscriptions() + " subscriptions are taken (limit: subscriptions); end one first");
        }
    }

    private void release(String callerKey, int weight) {
        subscriptions.addAndGet(-weight);
        usageByCaller.release(callerKey, weight);
    }

    public void notifyToolsChanged(Set<String> needed) {
        notifyListChanged(Notifications.TOOLS_CHANGED, SubscriptionFilter::toolsListChanged, needed);
    }

    public void notifyResourcesChanged(Set<String> needed) {
        notifyListChanged(Notifications.RESOURCES_CHANGED, SubscriptionFilter::resourcesListChanged, needed);
    }

    public void notifyPromptsChanged(Set<String> needed) {
        notifyListChanged(Notifications.PROMPTS_CHANGED, SubscriptionFilter::promptsListChanged, needed);
    }

    /** Notifies the listeners that may see the item that was added or removed. */
    private void notifyListChanged(
            NotificationType<EmptyParams> type, Predicate<SubscriptionFilter> wanted, Set<String> needed) {
        for (ServerSession session : sessions) {
            if (session.canSee(needed)) {
                sendNotification(session, type, EmptyParams.EMPTY);
            }
        }
        for (SubscriptionStream stream : streams) {
            if (wanted.test(stream.filter()) && stream.canSee(needed)) {
                stream.sendNotification(type, EmptyParams.EMPTY);
            }
        }
    }

    public void notifyResourceUpdated(String uri) {
        Set<String> needed = requiredScopesOfResource.apply(uri);
        for (ServerSession session : sessions) {
            if (session.subscribedUris().contains(uri) && session.canSee(needed)) {
                sendNotification(session, Notifications.RESOURCE_UPDATED, ResourceUpdatedParams.of(uri));
            }
        }
        for (SubscriptionStream stream : streams) {
            if (stream.filter().resourceSubscriptions().contains(uri) && stream.canSee(needed)) {
                stream.sendNotification(Notifications.RESOURCE_UPDATED, ResourceUpdatedParams.of(uri));
            }
        }
    }

    private static <P extends Params> void sendNotification(ServerSession session, NotificationType<P> type, P params) {
        session.sendNotification(new Notification(type.name(), session.codec().encodeNotification(type, params)));
    }

    /** Ends the streams whose credentials have expired. */
    public void expireStreams(Instant now, Consumer<Runnable> executor) {
        streams.stream()
                .filter(stream -> stream.hasExpiredCredentials(now))
                .forEach(stream -> executor.accept(stream::end));
    }

    /** Ends all streams with a result. */
    public void close() {
        streams.forEach(SubscriptionStream::end);
    }

    public int subscriptionCount() {
        return subscriptions.get();
    }
}
