package dev.tenon.server.internal;

import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.EmptyParams;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;
import dev.tenon.model.Params;
import dev.tenon.model.ResourceUpdatedParams;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.server.Bound;
import dev.tenon.server.Limits;
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
final class Hub {
    /** Lists whose change is told: of tools, prompts and resources. */
    private static final int LISTS = 3;

    private final Limits limits;
    private final Executor later;
    private final BoundCounters counters;
    private final Function<String, Set<String>> needsOfResource;
    private final AtomicInteger subscriptions = new AtomicInteger();
    private final CallerCounts shares = new CallerCounts();
    private final Set<Session> sessions = ConcurrentHashMap.newKeySet();
    private final Set<ListenStream> streams = ConcurrentHashMap.newKeySet();

    /**
     * Knows of nobody yet.
     *
     * @param later runs what is sent to a listener that has been slow
     * @param needsOfResource the scopes without which nobody may know of the resource at a uri
     */
    Hub(Limits limits, BoundCounters counters, Function<String, Set<String>> needsOfResource, Executor later) {
        this.limits = limits;
        this.counters = counters;
        this.later = later;
        this.needsOfResource = needsOfResource;
    }

    /** What waits for a listener while it does not read. */
    NotificationBacklog backlog(NotificationBacklog.Listener listener) {
        return new NotificationBacklog(listener, later, counters, limits.subscriptions() + LISTS, limits.queue());
    }

    void add(Session session) {
        sessions.add(session);
    }

    void remove(Session session) {
        if (sessions.remove(session)) {
            session.subscribed().forEach(uri -> unsubscribe(session, uri));
        }
    }

    /** Takes in a stream that has been {@linkplain #count counted}. */
    void add(ListenStream stream) {
        streams.add(stream);
    }

    void remove(ListenStream stream) {
        streams.remove(stream);
    }

    /**
     * Counts a stream with this filter. Each resource that it names counts as one subscription, as each costs memory.
     *
     * @return to be run once, when it is to be counted no more
     * @throws RpcException 429 when there are too many subscriptions, -32602 when a URI is too long
     */
    Runnable count(String caller, SubscriptionFilter filter) {
        checkUris(filter.resourceSubscriptions());
        int weight = Math.max(1, filter.resourceSubscriptions().size());
        take(caller, weight);
        return () -> giveBack(caller, weight);
    }

    /**
     * Subscribes a session to a resource.
     *
     * @throws RpcException 429 when there are too many subscriptions, -32602 when the URI is too long
     */
    void subscribe(Session session, String uri) {
        checkUris(List.of(uri));
        if (!session.subscribed().contains(uri)) {
            take(session.caller(), 1);
            if (!session.subscribed().add(uri)) {
                giveBack(session.caller(), 1);
            }
            if (!sessions.contains(session)) {
                // It ended meanwhile, and whoever ended it may not have seen this one.
                unsubscribe(session, uri);
            }
        }
    }

    /** Checks URIs that are about to be kept. */
    private void checkUris(List<String> uris) {
        int longest = uris.stream().mapToInt(String::length).max().orElse(0);
        if (longest > limits.uriChars()) {
            counters.met(Bound.URI_CHARS);
            throw new RpcException(
                    ErrorCode.INVALID_PARAMS,
                    "Invalid params: a uri of " + longest + " characters, at most " + limits.uriChars()
                            + " may be subscribed to (limit: uriChars)");
        }
    }

    void unsubscribe(Session session, String uri) {
        if (session.subscribed().remove(uri)) {
            giveBack(session.caller(), 1);
        }
    }

    private void take(String caller, int weight) {
        long share = CallerCounts.half(limits.subscriptions());
        if (!shares.tryTake(caller, weight, share)) {
            throw counters.busy(
                    Bound.SUBSCRIPTIONS,
                    "this caller would have more than " + share
                            + " subscriptions, the half (limit: subscriptions); end one first");
        }
        if (subscriptions.addAndGet(weight) > limits.subscriptions()) {
            giveBack(caller, weight);
            throw counters.busy(
                    Bound.SUBSCRIPTIONS,
                    "all " + limits.subscriptions() + " subscriptions are taken (limit: subscriptions); end one first");
        }
    }

    private void giveBack(String caller, int weight) {
        subscriptions.addAndGet(-weight);
        shares.giveBack(caller, weight);
    }

    void toolsChanged(Set<String> needed) {
        listChanged(Notifications.TOOLS_CHANGED, SubscriptionFilter::toolsListChanged, needed);
    }

    void resourcesChanged(Set<String> needed) {
        listChanged(Notifications.RESOURCES_CHANGED, SubscriptionFilter::resourcesListChanged, needed);
    }

    void promptsChanged(Set<String> needed) {
        listChanged(Notifications.PROMPTS_CHANGED, SubscriptionFilter::promptsListChanged, needed);
    }

    /** A list has changed for those who may see what was added or removed, and for nobody else. */
    private void listChanged(
            NotificationType<EmptyParams> type, Predicate<SubscriptionFilter> wanted, Set<String> needed) {
        for (Session session : sessions) {
            if (session.maySee(needed)) {
                tell(session, type, EmptyParams.EMPTY);
            }
        }
        for (ListenStream stream : streams) {
            if (wanted.test(stream.filter()) && stream.maySee(needed)) {
                stream.tell(type, EmptyParams.EMPTY);
            }
        }
    }

    void resourceUpdated(String uri) {
        Set<String> needed = needsOfResource.apply(uri);
        for (Session session : sessions) {
            if (session.subscribed().contains(uri) && session.maySee(needed)) {
                tell(session, Notifications.RESOURCE_UPDATED, ResourceUpdatedParams.of(uri));
            }
        }
        for (ListenStream stream : streams) {
            if (stream.filter().resourceSubscriptions().contains(uri) && stream.maySee(needed)) {
                stream.tell(Notifications.RESOURCE_UPDATED, ResourceUpdatedParams.of(uri));
            }
        }
    }

    private static <P extends Params> void tell(Session session, NotificationType<P> type, P params) {
        session.tell(new Notification(type.name(), session.wire().encodeNotification(type, params)));
    }

    /** Decides which streams end, as their credentials have. */
    void sweep(Instant now, Consumer<Runnable> then) {
        streams.stream().filter(stream -> stream.isExpired(now)).forEach(stream -> then.accept(stream::end));
    }

    /** Ends every stream properly: its client learns that it is over. */
    void close() {
        streams.forEach(ListenStream::end);
    }

    int subscriptions() {
        return subscriptions.get();
    }
}
