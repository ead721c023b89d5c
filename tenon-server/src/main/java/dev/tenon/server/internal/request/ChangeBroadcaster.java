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
import dev.tenon.server.internal.limit.LimitCounters;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/** Tells clients of changes: sessions, and the subscription streams of 2026-07-28. Nobody who is slow holds it up. */
public final class ChangeBroadcaster {
    /** Lists whose change is told: of tools, prompts and resources. */
    private static final int LISTS = 3;

    private final Limits limits;
    private final Executor executor;
    private final LimitCounters counters;
    private final Function<String, Set<String>> requiredScopesOfResource;
    private final AtomicInteger subscriptions = new AtomicInteger();
    private final CallerUsageCounter usageByCaller = new CallerUsageCounter();
    private final Set<ServerSession> sessions = ConcurrentHashMap.newKeySet();
    private final Set<SubscriptionStream> streams = ConcurrentHashMap.newKeySet();

    /**
     * Knows of nobody yet.
     *
     * @param later runs what is sent to a listener that has been slow
     * @param needsOfResource the scopes without which nobody may know of the resource at a uri
     */
    public ChangeBroadcaster(
            Limits limits, LimitCounters counters, Function<String, Set<String>> needsOfResource, Executor later) {
        this.limits = limits;
        this.counters = counters;
        this.executor = later;
        this.requiredScopesOfResource = needsOfResource;
    }

    /** What waits for a listener while it does not read. */
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

    /** Takes in a stream that has been {@linkplain #acquireSubscriptions counted}. */
    void add(SubscriptionStream stream) {
        streams.add(stream);
    }

    public void remove(SubscriptionStream stream) {
        streams.remove(stream);
    }

    /**
     * Counts a stream with this filter. Each resource that it names counts as one subscription, as each costs memory.
     *
     * @return to be run once, when it is to be counted no more
     * @throws RpcException 429 when there are too many subscriptions, -32602 when a URI is too long
     */
    public Runnable acquireSubscriptions(String caller, SubscriptionFilter filter) {
        validateUris(filter.resourceSubscriptions());
        int weight = Math.max(1, filter.resourceSubscriptions().size());
        acquire(caller, weight);
        return () -> release(caller, weight);
    }

    /**
     * Subscribes a session to a resource.
     *
     * @throws RpcException 429 when there are too many subscriptions, -32602 when the URI is too long
     */
    public void subscribe(ServerSession session, String uri) {
        validateUris(List.of(uri));
        if (!session.subscribedUris().contains(uri)) {
            acquire(session.callerKey(), 1);
            if (!session.subscribedUris().add(uri)) {
                release(session.callerKey(), 1);
            }
            if (!sessions.contains(session)) {
                // It ended meanwhile, and whoever ended it may not have seen this one.
                unsubscribe(session, uri);
            }
        }
    }

    /** Checks URIs that are about to be kept. */
    private void validateUris(List<String> uris) {
        int longest = uris.stream().mapToInt(String::length).max().orElse(0);
        if (longest > limits.uriChars()) {
            counters.count(LimitType.URI_CHARS);
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

    private void acquire(String caller, int weight) {
        long share = CallerUsageCounter.halfOf(limits.subscriptions());
        if (!usageByCaller.tryAcquire(caller, weight, share)) {
            throw counters.countBusy(
                    LimitType.SUBSCRIPTIONS,
                    "this caller would have more than " + share
                            + " subscriptions, the half (limit: subscriptions); end one first");
        }
        if (subscriptions.addAndGet(weight) > limits.subscriptions()) {
            release(caller, weight);
            throw counters.countBusy(
                    LimitType.SUBSCRIPTIONS,
                    "all " + limits.subscriptions() + " subscriptions are taken (limit: subscriptions); end one first");
        }
    }

    private void release(String caller, int weight) {
        subscriptions.addAndGet(-weight);
        usageByCaller.release(caller, weight);
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

    /** A list has changed for those who may see what was added or removed, and for nobody else. */
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

    /** Decides which streams end, as their credentials have. */
    public void expireStreams(Instant now, Consumer<Runnable> then) {
        streams.stream().filter(stream -> stream.isExpired(now)).forEach(stream -> then.accept(stream::end));
    }

    /** Ends every stream properly: its client learns that it is over. */
    public void close() {
        streams.forEach(SubscriptionStream::end);
    }

    public int subscriptionCount() {
        return subscriptions.get();
    }
}
