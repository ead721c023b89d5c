package dev.tenon.guard.aggregate;

import dev.tenon.codec.KnownMethods;
import dev.tenon.internal.concurrent.ExecutionContext;
import dev.tenon.internal.concurrent.FatalErrors;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.NotificationType;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.model.Tool;
import dev.tenon.server.forwarder.DownstreamClient;
import dev.tenon.server.forwarder.ForwardedCall;
import dev.tenon.server.forwarder.ForwardingSession;
import dev.tenon.server.forwarder.NotificationSink;
import dev.tenon.server.forwarder.ResponseCallback;
import dev.tenon.server.forwarder.ServerDescription;
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
 * Serves one client in front by all members: for its session, or for one request. Where one stands alone, under its own
 * names, everything is passed on to it as it is.
 */
final class AggregateSession implements ForwardingSession {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");
    private final DownstreamClient client;
    private final AggregateContext context;
    private final MemberConnections connections;
    private final ListAggregator lists;
    private final ResourceRouter resources;
    private final MemberLogLevels levels;
    /** Hear of members that come and go: services of sessions, and those of requests that listen while they do. */
    private final Set<AggregateSession> observers;

    private final Set<AggregateStream> streams = ConcurrentHashMap.newKeySet();
    private volatile @Nullable ServerDescription description;

    AggregateSession(DownstreamClient front, AggregateContext common, Set<AggregateSession> observers) {
        this.client = front;
        this.context = common;
        this.observers = observers;
        connections = new MemberConnections(front, common, this::onMemberConnected);
        lists = new ListAggregator(connections);
        resources = new ResourceRouter(connections, new ConcurrentHashMap<>());
        levels = new MemberLogLevels(connections);
    }

    /** Meets the members for a session. */
    void connectMembers() throws Exception {
        observers.add(this);
        try {
            description = describeMembers();
        } catch (Exception e) {
            close();
            throw e;
        }
    }

    @Override
    public ServerDescription serverDescription() {
        ServerDescription known = description;
        if (known != null) {
            return known;
        }
        try {
            return describeMembers();
        } catch (RuntimeException e) {
            throw e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while the servers were met", e);
        } catch (Exception e) {
            throw new IllegalStateException("None of the servers could be met", e);
        }
    }

    private ServerDescription describeMembers() throws Exception {
        return AggregateContext.withCurrentMembers(this::describeCurrentMembers);
    }

    private ServerDescription describeCurrentMembers() throws Exception {
        MemberState alone = context.members().soleMember();
        if (alone != null) {
            return connections.runOn(alone, ForwardingSession::serverDescription);
        }
        List<MemberState> seats = context.members().all();
        List<MemberResult<ServerDescription>> said = connections.runOnAll(seats, ForwardingSession::serverDescription);
        MemberResult.requireAnySuccess(Methods.DISCOVER, said);
        said.stream().filter(outcome -> outcome.problem() != null).forEach(outcome -> outcome.member()
                .markUnhealthy("All", String.valueOf(outcome.problem())));
        return ServerDescriptionMerger.merge(said, context.self);
    }

    @Override
    public void forwardRequest(Method<?, ?> method, Json params, ForwardedCall call, ResponseCallback end) {
        if (tryForward(method, params, call, end)) {
            return;
        }
        if (ExecutionContext.current().canBlock()) {
            handleBlocking(method, params, call, end);
        } else {
            try {
                context.threads.execute(() -> handleBlocking(method, params, call, end));
            } catch (RejectedExecutionException e) {
                end.fail(new RpcException(ErrorCode.BUSY, "Busy: this guard is shutting down"));
            }
        }
    }

    private void handleBlocking(Method<?, ?> method, Json params, ForwardedCall call, ResponseCallback end) {
        AggregateRequest request = new AggregateRequest(call, end::onCompletion);
        Json result;
        try {
            result = AggregateContext.withCurrentMembers(() -> handle(method, params, request));
        } catch (Throwable e) {
            end.fail(e);
            FatalErrors.rethrowIfFatal(e);
            return;
        }
        end.complete(result);
    }

    /** Hands a request to the one member that it is for; false when that has to be waited for, or there is none. */
    private boolean tryForward(Method<?, ?> method, Json params, ForwardedCall call, ResponseCallback end) {
        RoutedRequest routed = RoutedRequest.route(method, params, context.members());
        return routed != null
                && connections.tryRunOn(routed.member(), (service, exit) -> {
                    if (!levels.isUpToDate(routed.member())) {
                        return false;
                    }
                    service.forwardRequest(method, routed.params(), call, new MemberResponseCallback(end, exit));
                    return true;
                });
    }

    /**
     * Ends the use of a member with the request that was handed to it. The outcome comes on a thread of the member,
     * which may be stopped as soon as the member is not used any more: so that is said last.
     */
    private record MemberResponseCallback(ResponseCallback end, Consumer<Boolean> exit) implements ResponseCallback {
        @Override
        public void complete(Json result) {
            try {
                end.complete(result);
            } finally {
                exit.accept(true);
            }
        }

        @Override
        public void fail(Throwable why) {
            try {
                end.fail(why);
            } finally {
                exit.accept(false);
            }
        }

        @Override
        public void onCompletion(Runnable action) {
            end.onCompletion(action);
        }
    }

    private Json handle(Method<?, ?> method, Json params, AggregateRequest request) throws Exception {
        MemberStates seats = context.members();
        if (seats.all().isEmpty()) {
            throw new RpcException(
                    ErrorCode.INTERNAL_ERROR,
                    "The servers behind this endpoint were removed from the configuration of the guard");
        }
        RoutedRequest routed = RoutedRequest.route(method, params, seats);
        if (routed != null) {
            return connections.runOn(
                    routed.member(),
                    levels.withCurrentLevel(
                            routed.member(), request, service -> request.callMember(service, method, routed.params())));
        }
        ListKind list = ListKind.of(method);
        if (list != null) {
            return lists.list(list, params, request);
        }
        return switch (method.name()) {
            case "tools/call" -> throw unknownNameError("tool", params);
            case "prompts/get" -> throw unknownNameError("prompt", params);
            case "resources/read" -> resources.read(params, request);
            case "resources/subscribe" -> resources.subscribe(params, request);
            case "resources/unsubscribe" -> resources.unsubscribe(params, request);
            case "completion/complete" -> completeArgument(params, request);
            case "logging/setLevel" -> levels.set(params, request);
            default -> throw new RpcException(KnownMethods.methodNotFoundError(method.name()));
        };
    }

    private static RpcException unknownNameError(String what, Json named) {
        return new RpcException(
                ErrorCode.INVALID_PARAMS, "Unknown " + what + ": " + Excerpts.quote(named.string("name")));
    }

    private Json completeArgument(Json params, AggregateRequest request) throws Exception {
        Json ref = Objects.requireNonNullElse(params.get("ref"), Json.EMPTY_OBJECT);
        if (RoutedRequest.isResourceReference(ref)) {
            return resources.complete(String.valueOf(ref.string("uri")), params, request);
        }
        throw unknownNameError("prompt", ref);
    }

    @Override
    public SubscriptionFilter openSubscription(SubscriptionFilter wanted, ForwardedCall call, NotificationSink stream)
            throws Exception {
        AggregateStream joint = new AggregateStream(wanted, call, stream, connections);
        streams.add(joint);
        observers.add(this);
        stream.onClosed(() -> {
            streams.remove(joint);
            if (!client.hasSession()) {
                observers.remove(this);
            }
        });
        return AggregateContext.withCurrentMembers(joint::open);
    }

    @Override
    public void onNotification(NotificationType<?> type, Json params) {
        connections.forEachConnected(service -> service.onNotification(type, params));
    }

    @Override
    public void findTool(String name, Consumer<@Nullable Tool> taker) {
        MemberStates seats = context.members();
        MemberState seat = seats.of(name);
        boolean isBegun = seat != null
                && connections.tryRunOn(seat, (service, exit) -> {
                    service.findTool(seat.originalName(name), tool -> {
                        try {
                            taker.accept(tool);
                        } finally {
                            exit.accept(true);
                        }
                    });
                    return true;
                });
        if (!isBegun && context.members() != seats) {
            findTool(name, taker);
        } else if (!isBegun) {
            taker.accept(null); // A header that repeats an argument is checked against a tool that is known.
        }
    }

    /** Some members have left, and others may have come. */
    void onMembersReplaced(List<MemberState> gone) {
        gone.forEach(connections::retire);
        levels.removeMembers(gone);
        notifyListChanges();
        streams.forEach(stream -> stream.onMembersReplaced(gone));
        if (!resources.subscriptions().isEmpty()) {
            context.threads.execute(resources::resubscribe);
        }
    }

    /** A member is there of which the client of a session was not told. */
    private void onMemberConnected(MemberState seat) {
        if (notifyListChanges()) {
            LOG.info("{} is there now", seat);
        }
    }

    /**
     * Tells the client of a session that all it knows may have changed; false when there is none, or it knows nothing
     * yet.
     */
    private boolean notifyListChanges() {
        ServerDescription known = description;
        if (known != null) {
            ListChangeNotifier.notifyChanges(
                    ListChangeNotifier.declaredLists(known.capabilities()), client::sendNotification);
        }
        return known != null;
    }

    @Override
    public void close() {
        connections.shutdown();
        if (client.hasSession()) {
            observers.remove(this);
        }
    }
}
