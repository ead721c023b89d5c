package dev.tenon.guard.joint;

import dev.tenon.concurrent.ExecutionContext;
import dev.tenon.concurrent.FatalErrors;
import dev.tenon.json.Json;
import dev.tenon.json.Quote;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.NotificationType;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.model.Tool;
import dev.tenon.server.Presentation;
import dev.tenon.server.RelayCall;
import dev.tenon.server.RelayClient;
import dev.tenon.server.RelayEnd;
import dev.tenon.server.RelayService;
import dev.tenon.server.RelayStream;
import dev.tenon.wire.KnownMethods;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves one client in front by all members: for its session, or for one request. Where one stands alone, under its own names,
 * everything is passed on to it as it is.
 */
final class JointService implements RelayService {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");
    private final RelayClient front;
    private final Common common;
    private final Links links;
    private final Lists lists;
    private final Resources resources;
    private final Levels levels;
    /** Hear of members that come and go: services of sessions, and those of requests that listen while they do. */
    private final Set<JointService> observers;

    private final Set<JointStream> streams = ConcurrentHashMap.newKeySet();
    private volatile @Nullable Presentation presented;

    JointService(RelayClient front, Common common, Set<JointService> observers) {
        this.front = front;
        this.common = common;
        this.observers = observers;
        links = new Links(front, common, this::returned);
        lists = new Lists(links);
        resources = new Resources(links, new ConcurrentHashMap<>());
        levels = new Levels(links);
    }

    /** Meets the members for a session. */
    void meet() throws Exception {
        observers.add(this);
        try {
            presented = introduced();
        } catch (Exception e) {
            close();
            throw e;
        }
    }

    @Override
    public Presentation presentation() {
        Presentation known = presented;
        if (known != null) {
            return known;
        }
        try {
            return introduced();
        } catch (RuntimeException e) {
            throw e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while the servers were met", e);
        } catch (Exception e) {
            throw new IllegalStateException("None of the servers could be met", e);
        }
    }

    private Presentation introduced() throws Exception {
        return Common.withCurrentMembers(this::introducedNow);
    }

    private Presentation introducedNow() throws Exception {
        Seat alone = common.seats().alone();
        if (alone != null) {
            return links.use(alone, RelayService::presentation);
        }
        List<Seat> seats = common.seats().all();
        List<Outcome<Presentation>> said = links.useAll(seats, RelayService::presentation);
        Outcome.requireAny(Methods.DISCOVER, said);
        said.stream().filter(outcome -> outcome.problem() != null).forEach(outcome -> outcome.seat()
                .ails("All", String.valueOf(outcome.problem())));
        return Union.of(said, common.self);
    }

    @Override
    public void answer(Method<?, ?> method, Json params, RelayCall call, RelayEnd end) {
        if (forward(method, params, call, end)) {
            return;
        }
        if (ExecutionContext.current().canBlock()) {
            answerBlocking(method, params, call, end);
        } else {
            try {
                common.threads.execute(() -> answerBlocking(method, params, call, end));
            } catch (RejectedExecutionException e) {
                end.failed(new RpcException(ErrorCode.BUSY, "Busy: this guard is shutting down"));
            }
        }
    }

    private void answerBlocking(Method<?, ?> method, Json params, RelayCall call, RelayEnd end) {
        JointRequest request = new JointRequest(call, end::whenOver);
        Json result;
        try {
            result = Common.withCurrentMembers(() -> answered(method, params, request));
        } catch (Throwable e) {
            end.failed(e);
            FatalErrors.rethrow(e);
            return;
        }
        end.answered(result);
    }

    /** Hands a request to the one member that it is for; false when that has to be waited for, or there is none. */
    private boolean forward(Method<?, ?> method, Json params, RelayCall call, RelayEnd end) {
        RoutedRequest routed = RoutedRequest.of(method, params, common.seats());
        return routed != null
                && links.tryUse(routed.seat(), (service, exit) -> {
                    if (!levels.isTold(routed.seat())) {
                        return false;
                    }
                    service.answer(method, routed.params(), call, new ForwardedEnd(end, exit));
                    return true;
                });
    }

    /**
     * Ends the use of a member with the request that was handed to it. The outcome comes on a thread of the member, which may be stopped
     * as soon as the member is not used any more: so that is said last.
     */
    private record ForwardedEnd(RelayEnd end, Consumer<Boolean> exit) implements RelayEnd {
        @Override
        public void answered(Json result) {
            try {
                end.answered(result);
            } finally {
                exit.accept(true);
            }
        }

        @Override
        public void failed(Throwable why) {
            try {
                end.failed(why);
            } finally {
                exit.accept(false);
            }
        }

        @Override
        public void whenOver(Runnable action) {
            end.whenOver(action);
        }
    }

    private Json answered(Method<?, ?> method, Json params, JointRequest request) throws Exception {
        Seats seats = common.seats();
        if (seats.all().isEmpty()) {
            throw new RpcException(
                    ErrorCode.INTERNAL_ERROR,
                    "The servers behind this endpoint were removed from the configuration of the guard");
        }
        RoutedRequest routed = RoutedRequest.of(method, params, seats);
        if (routed != null) {
            return links.use(
                    routed.seat(),
                    levels.kept(routed.seat(), request, service -> request.answer(service, method, routed.params())));
        }
        ListKind list = ListKind.of(method);
        if (list != null) {
            return lists.answer(list, params, request);
        }
        return switch (method.name()) {
            case "tools/call" -> throw unknown("tool", params);
            case "prompts/get" -> throw unknown("prompt", params);
            case "resources/read" -> resources.read(params, request);
            case "resources/subscribe" -> resources.subscribe(params, request);
            case "resources/unsubscribe" -> resources.unsubscribe(params, request);
            case "completion/complete" -> complete(params, request);
            case "logging/setLevel" -> levels.set(params, request);
            default -> throw new RpcException(KnownMethods.notFound(method.name()));
        };
    }

    private static RpcException unknown(String what, Json named) {
        return new RpcException(
                ErrorCode.INVALID_PARAMS, "Unknown " + what + ": " + Quote.shortened(named.string("name")));
    }

    private Json complete(Json params, JointRequest request) throws Exception {
        Json ref = Objects.requireNonNullElse(params.get("ref"), Json.EMPTY_OBJECT);
        if (RoutedRequest.isResource(ref)) {
            return resources.complete(String.valueOf(ref.string("uri")), params, request);
        }
        throw unknown("prompt", ref);
    }

    @Override
    public SubscriptionFilter listen(SubscriptionFilter wanted, RelayCall call, RelayStream stream) throws Exception {
        JointStream joint = new JointStream(wanted, call, stream, links);
        streams.add(joint);
        observers.add(this);
        stream.whenOver(() -> {
            streams.remove(joint);
            if (!front.hasSession()) {
                observers.remove(this);
            }
        });
        return Common.withCurrentMembers(joint::open);
    }

    @Override
    public void notified(NotificationType<?> type, Json params) {
        links.met(service -> service.notified(type, params));
    }

    @Override
    public void tool(String name, Consumer<@Nullable Tool> taker) {
        Seats seats = common.seats();
        Seat seat = seats.of(name);
        boolean isBegun = seat != null
                && links.tryUse(seat, (service, exit) -> {
                    service.tool(seat.own(name), tool -> {
                        try {
                            taker.accept(tool);
                        } finally {
                            exit.accept(true);
                        }
                    });
                    return true;
                });
        if (!isBegun && common.seats() != seats) {
            tool(name, taker);
        } else if (!isBegun) {
            taker.accept(null); // A header that repeats an argument is checked against a tool that is known.
        }
    }

    /** Some members have left, and others may have come. */
    void replaced(List<Seat> gone) {
        gone.forEach(links::retire);
        levels.forget(gone);
        tellOfChanges();
        streams.forEach(stream -> stream.replaced(gone));
        if (!resources.subscribed().isEmpty()) {
            common.threads.execute(resources::again);
        }
    }

    /** A member is there of which the client of a session was not told. */
    private void returned(Seat seat) {
        if (tellOfChanges()) {
            LOG.info("{} is there now", seat);
        }
    }

    /** Tells the client of a session that all it knows may have changed; false when there is none, or it knows nothing yet. */
    private boolean tellOfChanges() {
        Presentation known = presented;
        if (known != null) {
            Changes.tell(Changes.declared(known.capabilities()), front::tell);
        }
        return known != null;
    }

    @Override
    public void close() {
        links.end();
        if (front.hasSession()) {
            observers.remove(this);
        }
    }
}
