package dev.tenon.guard.aggregate;

import dev.tenon.json.Json;
import dev.tenon.model.Methods;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;
import dev.tenon.model.ServerCapabilities;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.server.forwarder.ForwardedCall;
import dev.tenon.server.forwarder.ForwardingSession;
import dev.tenon.server.forwarder.NotificationSink;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A stream of notifications that all members have a part in (2026-07-28, {@code subscriptions/listen}). */
final class AggregateStream {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");

    private final SubscriptionFilter wanted;
    private final ForwardedCall call;
    private final NotificationSink stream;
    private final MemberConnections links;
    private final Map<MemberState, MemberStream> memberStreams = new ConcurrentHashMap<>();
    private volatile SubscriptionFilter honoured = SubscriptionFilter.NONE;
    private volatile boolean open;

    AggregateStream(SubscriptionFilter wanted, ForwardedCall call, NotificationSink stream, MemberConnections links) {
        this.wanted = wanted;
        this.call = call;
        this.stream = stream;
        this.links = links;
    }

    /** What a member takes part in, and what it can. */
    private record MemberSubscription(SubscriptionFilter honoured, ServerCapabilities capabilities) {}

    /** Opens the part of each member; one that cannot is left out, if another can. */
    SubscriptionFilter open() throws Exception {
        MemberStates seats = links.common.members();
        List<MemberResult<MemberSubscription>> opened = openMembers(seats.all());
        MemberResult.requireAnySuccess(Methods.LISTEN, opened);
        honoured = mergeHonoured(opened);
        open = true;
        boolean any = opened.stream().map(MemberResult::value).anyMatch(AggregateStream::isActive);
        if (any && memberStreams.isEmpty()) {
            stream.end();
        }
        if (links.common.members() != seats) {
            List<MemberState> gone = new ArrayList<>(seats.all());
            gone.removeAll(links.common.members().all());
            onMembersReplaced(gone);
        }
        return honoured;
    }

    private static boolean isActive(MemberSubscription part) {
        return part != null && !part.honoured().equals(SubscriptionFilter.NONE);
    }

    private List<MemberResult<MemberSubscription>> openMembers(List<MemberState> seats) throws InterruptedException {
        Map<String, MemberState> owners = new HashMap<>();
        MemberStates now = links.common.members();
        for (String uri : wanted.resourceSubscriptions()) {
            List<MemberState> likely = links.common.resourceIndex.likelyMembers(uri, now);
            if (!likely.isEmpty()) {
                owners.put(uri, likely.get(0));
            }
        }
        return links.runOnEach(seats, seat -> service -> openMembers(seat, service, owners));
    }

    private MemberSubscription openMembers(MemberState seat, ForwardingSession service, Map<String, MemberState> owners)
            throws Exception {
        ServerCapabilities can = service.serverDescription().capabilities();
        SubscriptionFilter sure = wanted.withResourceSubscriptions(selectUris(uri -> seat.equals(owners.get(uri))));
        List<String> perhaps = can.resources() != null && can.resources().subscribe()
                ? selectUris(uri -> owners.get(uri) == null)
                : List.of();
        if (perhaps.isEmpty()) {
            return new MemberSubscription(openMemberStream(seat, service, sure), can);
        }
        List<String> both = Stream.concat(sure.resourceSubscriptions().stream(), perhaps.stream())
                .toList();
        try {
            return new MemberSubscription(openMemberStream(seat, service, sure.withResourceSubscriptions(both)), can);
        } catch (RuntimeException e) {
            LOG.debug("{} does not know all of {}: {}", seat, perhaps, e.getMessage());
            return new MemberSubscription(openMemberStream(seat, service, sure), can);
        }
    }

    private List<String> selectUris(Predicate<String> which) {
        return wanted.resourceSubscriptions().stream().filter(which).toList();
    }

    private SubscriptionFilter openMemberStream(MemberState seat, ForwardingSession service, SubscriptionFilter filter)
            throws Exception {
        if (filter.equals(SubscriptionFilter.NONE)) {
            return filter;
        }
        MemberStream part = new MemberStream(seat);
        memberStreams.put(seat, part);
        stream.onClosed(part::complete);
        try {
            return service.openSubscription(filter, call, part);
        } catch (Exception e) {
            memberStreams.remove(seat, part);
            part.complete();
            throw e;
        }
    }

    /** What is honoured by anybody; that lists change because members come and go is told by the joint itself. */
    private SubscriptionFilter mergeHonoured(List<MemberResult<MemberSubscription>> opened) {
        List<MemberSubscription> all = opened.stream()
                .map(MemberResult::value)
                .filter(part -> part != null)
                .toList();
        return new SubscriptionFilter(
                wanted.toolsListChanged()
                        && all.stream().anyMatch(part -> part.capabilities().tools() != null),
                wanted.promptsListChanged()
                        && all.stream().anyMatch(part -> part.capabilities().prompts() != null),
                wanted.resourcesListChanged()
                        && all.stream().anyMatch(part -> part.capabilities().resources() != null),
                selectUris(uri -> all.stream()
                        .anyMatch(
                                part -> part.honoured().resourceSubscriptions().contains(uri))));
    }

    /** Some members have left; those that have come get a part, in a while. */
    void onMembersReplaced(List<MemberState> gone) {
        if (!open) {
            return;
        }
        gone.forEach(seat -> {
            MemberStream part = memberStreams.remove(seat);
            if (part != null) {
                part.complete();
            }
        });
        ListChangeNotifier.notifyChanges(honoured, stream::sendNotification);
        List<MemberState> come = links.common.members().all().stream()
                .filter(seat -> !memberStreams.containsKey(seat))
                .toList();
        if (!come.isEmpty()) {
            links.common.threads.execute(() -> addMembers(come));
        }
    }

    private void addMembers(List<MemberState> come) {
        try {
            openMembers(come).stream()
                    .filter(outcome -> outcome.problem() != null)
                    .forEach(outcome -> LOG.warn(
                            "Changes at {} will not be told of: {}",
                            outcome.member(),
                            String.valueOf(outcome.problem())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The part of one member. */
    private final class MemberStream implements NotificationSink {
        private final MemberState seat;
        private final CompletableFuture<@Nullable Void> over = new CompletableFuture<>();

        MemberStream(MemberState seat) {
            this.seat = seat;
        }

        @Override
        public void sendNotification(NotificationType<?> type, Json params) {
            if (type.equals(Notifications.RESOURCES_CHANGED)) {
                links.common.resourceIndex.forget(seat);
            }
            if (!over.isDone()) {
                stream.sendNotification(type, params);
            }
        }

        /** The last that is ended ends the stream. */
        @Override
        public void end() {
            if (!over.isDone()) {
                complete();
                memberStreams.values().remove(this);
                if (open && memberStreams.isEmpty()) {
                    stream.end();
                }
            }
        }

        @Override
        public void onClosed(Runnable action) {
            var unused = over.thenRun(action);
        }

        /** It is over for the member; the whole may go on. */
        void complete() {
            over.complete(null);
        }
    }
}
