package dev.tenon.guard.aggregate;

import static dev.tenon.guard.internal.log.GuardLog.LOG;

import dev.tenon.json.Json;
import dev.tenon.model.Methods;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;
import dev.tenon.model.ServerCapabilities;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.server.forwarder.ForwardedCall;
import dev.tenon.server.forwarder.ForwardingSession;
import dev.tenon.server.forwarder.SubscriptionSink;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A subscription stream that combines the streams of all members (2026-07-28, {@code subscriptions/listen}). */
final class AggregateSubscription {
    private final SubscriptionFilter requestedFilter;
    private final ForwardedCall call;
    private final SubscriptionSink stream;
    private final MemberConnections connections;
    private final Map<ReferenceCountedMember, MemberStream> openStreams = new ConcurrentHashMap<>();
    private volatile SubscriptionFilter acceptedFilter = SubscriptionFilter.NONE;
    private volatile boolean open;

    AggregateSubscription(
            SubscriptionFilter requestedFilter,
            ForwardedCall call,
            SubscriptionSink stream,
            MemberConnections connections) {
        this.requestedFilter = requestedFilter;
        this.call = call;
        this.stream = stream;
        this.connections = connections;
    }

    /** The accepted filter and the capabilities of a member. */
    private record MemberSubscription(SubscriptionFilter acceptedFilter, ServerCapabilities capabilities) {}

    /** Opens a stream at each member; failing members are skipped if at least one succeeds. */
    SubscriptionFilter open() throws Exception {
        MemberSnapshot members = connections.aggregate.snapshot();
        List<MemberResult<MemberSubscription>> opened = openMemberStreams(members.all());
        MemberResult.requireAnySuccess(Methods.LISTEN, opened);
        List<MemberSubscription> subscriptions = MemberResult.values(opened);
        acceptedFilter = mergeAcceptedFilters(subscriptions);
        open = true;
        boolean isAnyActive = subscriptions.stream()
                .anyMatch(subscription -> !subscription.acceptedFilter().equals(SubscriptionFilter.NONE));
        if (isAnyActive && openStreams.isEmpty()) {
            stream.end();
        }
        if (connections.aggregate.snapshot() != members) {
            List<ReferenceCountedMember> removed = new ArrayList<>(members.all());
            removed.removeAll(connections.aggregate.snapshot().all());
            onMembersReplaced(removed);
        }
        return acceptedFilter;
    }

    private List<MemberResult<MemberSubscription>> openMemberStreams(List<ReferenceCountedMember> members)
            throws InterruptedException {
        Map<String, ReferenceCountedMember> owners = new HashMap<>();
        MemberSnapshot currentMembers = connections.aggregate.snapshot();
        for (String uri : requestedFilter.resourceSubscriptions()) {
            List<ReferenceCountedMember> candidates =
                    connections.aggregate.resourceIndex.likelyMembers(uri, currentMembers);
            if (!candidates.isEmpty()) {
                owners.put(uri, candidates.get(0));
            }
        }
        return connections.runOnEach(members, member -> session -> openMemberStreams(member, session, owners));
    }

    private MemberSubscription openMemberStreams(
            ReferenceCountedMember member, ForwardingSession session, Map<String, ReferenceCountedMember> owners)
            throws Exception {
        ServerCapabilities capabilities = session.serverDescription().capabilities();
        SubscriptionFilter ownFilter =
                requestedFilter.withResourceSubscriptions(selectUris(uri -> member.equals(owners.get(uri))));
        List<String> unownedUris = ServerDescriptionMerger.subscribes(capabilities)
                ? selectUris(uri -> owners.get(uri) == null)
                : List.of();
        if (!unownedUris.isEmpty()) {
            List<String> allUris = Stream.concat(ownFilter.resourceSubscriptions().stream(), unownedUris.stream())
                    .toList();
            SubscriptionFilter fullFilter = ownFilter.withResourceSubscriptions(allUris);
            try {
                return new MemberSubscription(openMemberStream(member, session, fullFilter), capabilities);
            } catch (RuntimeException e) {
                String text = "Member rejected resource subscriptions: member={}, uris={}, cause={}";
                LOG.debug(text, member, unownedUris, e.getMessage());
            }
        }
        return new MemberSubscription(openMemberStream(member, session, ownFilter), capabilities);
    }

    private List<String> selectUris(Predicate<String> predicate) {
        return requestedFilter.resourceSubscriptions().stream()
                .filter(predicate)
                .toList();
    }

    private SubscriptionFilter openMemberStream(
            ReferenceCountedMember member, ForwardingSession session, SubscriptionFilter filter) throws Exception {
        if (filter.equals(SubscriptionFilter.NONE)) {
            return filter;
        }
        MemberStream memberStream = new MemberStream(member);
        openStreams.put(member, memberStream);
        stream.onClosed(memberStream::complete);
        try {
            return session.openSubscription(filter, call, memberStream);
        } catch (Exception e) {
            openStreams.remove(member, memberStream);
            memberStream.complete();
            throw e;
        }
    }

    /** Merges the accepted filters. The aggregate itself notifies of list changes caused by member changes. */
    private SubscriptionFilter mergeAcceptedFilters(List<MemberSubscription> subscriptions) {
        List<SubscriptionFilter> declared = subscriptions.stream()
                .map(subscription -> ListChangeNotifier.toSupportedListFilter(subscription.capabilities()))
                .toList();
        Set<String> acceptedUris = subscriptions.stream()
                .flatMap(subscription -> subscription.acceptedFilter().resourceSubscriptions().stream())
                .collect(Collectors.toSet());
        return new SubscriptionFilter(
                requestedFilter.toolsListChanged() && declared.stream().anyMatch(SubscriptionFilter::toolsListChanged),
                requestedFilter.promptsListChanged()
                        && declared.stream().anyMatch(SubscriptionFilter::promptsListChanged),
                requestedFilter.resourcesListChanged()
                        && declared.stream().anyMatch(SubscriptionFilter::resourcesListChanged),
                selectUris(acceptedUris::contains));
    }

    /**
     * Ends the streams of removed members, notifies the client of changes of its accepted lists, and opens streams
     * asynchronously at members that have none. Has no effect before the subscription is open.
     */
    void onMembersReplaced(List<ReferenceCountedMember> removed) {
        if (!open) {
            return;
        }
        removed.forEach(member -> {
            MemberStream memberStream = openStreams.remove(member);
            if (memberStream != null) {
                memberStream.complete();
            }
        });
        ListChangeNotifier.notifyChanges(acceptedFilter, stream::sendNotification);
        List<ReferenceCountedMember> added = connections.aggregate.snapshot().all().stream()
                .filter(member -> !openStreams.containsKey(member))
                .toList();
        if (!added.isEmpty()) {
            connections.aggregate.threads.execute(() -> subscribeAddedMembers(added));
        }
    }

    private void subscribeAddedMembers(List<ReferenceCountedMember> added) {
        String text = "Could not subscribe at member, clients will not be notified: member={}, cause={}";
        try {
            MemberResult.forEachFailure(
                    openMemberStreams(added), (member, problem) -> LOG.warn(text, member, String.valueOf(problem)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The stream of one member. */
    private final class MemberStream implements SubscriptionSink {
        private final ReferenceCountedMember member;
        private final CompletableFuture<@Nullable Void> completion = new CompletableFuture<>();

        MemberStream(ReferenceCountedMember member) {
            this.member = member;
        }

        @Override
        public void sendNotification(NotificationType<?> type, Json params) {
            if (type.equals(Notifications.RESOURCES_CHANGED)) {
                connections.aggregate.resourceIndex.forget(member);
            }
            if (!completion.isDone()) {
                stream.sendNotification(type, params);
            }
        }

        /** Ends the client's stream when the last member stream ends. */
        @Override
        public void end() {
            if (!completion.isDone()) {
                complete();
                openStreams.values().remove(this);
                if (open && openStreams.isEmpty()) {
                    stream.end();
                }
            }
        }

        @Override
        public void onClosed(Runnable action) {
            var unused = completion.thenRun(action);
        }

        /** Completes the stream of this member; the client's stream may continue. */
        void complete() {
            completion.complete(null);
        }
    }
}
