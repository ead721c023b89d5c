package dev.tenon.guard.joint;

import dev.tenon.json.Json;
import dev.tenon.model.Methods;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;
import dev.tenon.model.ServerCapabilities;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.server.RelayCall;
import dev.tenon.server.RelayService;
import dev.tenon.server.RelayStream;
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
final class JointStream {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");

    private final SubscriptionFilter wanted;
    private final RelayCall call;
    private final RelayStream stream;
    private final Links links;
    private final Map<Seat, PartStream> parts = new ConcurrentHashMap<>();
    private volatile SubscriptionFilter honoured = SubscriptionFilter.NONE;
    private volatile boolean open;

    JointStream(SubscriptionFilter wanted, RelayCall call, RelayStream stream, Links links) {
        this.wanted = wanted;
        this.call = call;
        this.stream = stream;
        this.links = links;
    }

    /** What a member takes part in, and what it can. */
    private record Part(SubscriptionFilter honoured, ServerCapabilities can) {}

    /** Opens the part of each member; one that cannot is left out, if another can. */
    SubscriptionFilter open() throws Exception {
        Seats seats = links.common.seats();
        List<Outcome<Part>> opened = opened(seats.all());
        Outcome.requireAny(Methods.LISTEN, opened);
        honoured = merged(opened);
        open = true;
        boolean any = opened.stream().map(Outcome::value).anyMatch(JointStream::isPart);
        if (any && parts.isEmpty()) {
            stream.end();
        }
        if (links.common.seats() != seats) {
            List<Seat> gone = new ArrayList<>(seats.all());
            gone.removeAll(links.common.seats().all());
            replaced(gone);
        }
        return honoured;
    }

    private static boolean isPart(Part part) {
        return part != null && !part.honoured().equals(SubscriptionFilter.NONE);
    }

    private List<Outcome<Part>> opened(List<Seat> seats) throws InterruptedException {
        Map<String, Seat> owners = new HashMap<>();
        Seats now = links.common.seats();
        for (String uri : wanted.resourceSubscriptions()) {
            List<Seat> likely = links.common.whereabouts.likely(uri, now);
            if (!likely.isEmpty()) {
                owners.put(uri, likely.get(0));
            }
        }
        return links.useEach(seats, seat -> service -> opened(seat, service, owners));
    }

    private Part opened(Seat seat, RelayService service, Map<String, Seat> owners) throws Exception {
        ServerCapabilities can = service.presentation().capabilities();
        SubscriptionFilter sure = wanted.withResourceSubscriptions(uris(uri -> seat.equals(owners.get(uri))));
        List<String> perhaps = can.resources() != null && can.resources().subscribe()
                ? uris(uri -> owners.get(uri) == null)
                : List.of();
        if (perhaps.isEmpty()) {
            return new Part(listen(seat, service, sure), can);
        }
        List<String> both = Stream.concat(sure.resourceSubscriptions().stream(), perhaps.stream())
                .toList();
        try {
            return new Part(listen(seat, service, sure.withResourceSubscriptions(both)), can);
        } catch (RuntimeException e) {
            LOG.debug("{} does not know all of {}: {}", seat, perhaps, e.getMessage());
            return new Part(listen(seat, service, sure), can);
        }
    }

    private List<String> uris(Predicate<String> which) {
        return wanted.resourceSubscriptions().stream().filter(which).toList();
    }

    private SubscriptionFilter listen(Seat seat, RelayService service, SubscriptionFilter filter) throws Exception {
        if (filter.equals(SubscriptionFilter.NONE)) {
            return filter;
        }
        PartStream part = new PartStream(seat);
        parts.put(seat, part);
        stream.whenOver(part::finish);
        try {
            return service.listen(filter, call, part);
        } catch (Exception e) {
            parts.remove(seat, part);
            part.finish();
            throw e;
        }
    }

    /** What is honoured by anybody; that lists change because members come and go is told by the joint itself. */
    private SubscriptionFilter merged(List<Outcome<Part>> opened) {
        List<Part> all =
                opened.stream().map(Outcome::value).filter(part -> part != null).toList();
        return new SubscriptionFilter(
                wanted.toolsListChanged()
                        && all.stream().anyMatch(part -> part.can().tools() != null),
                wanted.promptsListChanged()
                        && all.stream().anyMatch(part -> part.can().prompts() != null),
                wanted.resourcesListChanged()
                        && all.stream().anyMatch(part -> part.can().resources() != null),
                uris(uri -> all.stream()
                        .anyMatch(
                                part -> part.honoured().resourceSubscriptions().contains(uri))));
    }

    /** Some members have left; those that have come get a part, in a while. */
    void replaced(List<Seat> gone) {
        if (!open) {
            return;
        }
        gone.forEach(seat -> {
            PartStream part = parts.remove(seat);
            if (part != null) {
                part.finish();
            }
        });
        Changes.tell(honoured, stream::tell);
        List<Seat> come = links.common.seats().all().stream()
                .filter(seat -> !parts.containsKey(seat))
                .toList();
        if (!come.isEmpty()) {
            links.common.threads.execute(() -> join(come));
        }
    }

    private void join(List<Seat> come) {
        try {
            opened(come).stream()
                    .filter(outcome -> outcome.problem() != null)
                    .forEach(outcome -> LOG.warn(
                            "Changes at {} will not be told of: {}",
                            outcome.seat(),
                            String.valueOf(outcome.problem())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The part of one member. */
    private final class PartStream implements RelayStream {
        private final Seat seat;
        private final CompletableFuture<@Nullable Void> over = new CompletableFuture<>();

        PartStream(Seat seat) {
            this.seat = seat;
        }

        @Override
        public void tell(NotificationType<?> type, Json params) {
            if (type.equals(Notifications.RESOURCES_CHANGED)) {
                links.common.whereabouts.forget(seat);
            }
            if (!over.isDone()) {
                stream.tell(type, params);
            }
        }

        /** The last that is ended ends the stream. */
        @Override
        public void end() {
            if (!over.isDone()) {
                finish();
                parts.values().remove(this);
                if (open && parts.isEmpty()) {
                    stream.end();
                }
            }
        }

        @Override
        public void whenOver(Runnable action) {
            var unused = over.thenRun(action);
        }

        /** It is over for the member; the whole may go on. */
        void finish() {
            over.complete(null);
        }
    }
}
