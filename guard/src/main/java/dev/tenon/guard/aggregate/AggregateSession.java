package dev.tenon.guard.aggregate;

import static dev.tenon.guard.internal.log.GuardLog.LOG;

import dev.tenon.codec.KnownMethods;
import dev.tenon.internal.concurrent.FatalErrors;
import dev.tenon.internal.concurrent.ThreadBlockingContext;
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
import dev.tenon.server.forwarder.ResponseCallback;
import dev.tenon.server.forwarder.ServerDescription;
import dev.tenon.server.forwarder.SubscriptionSink;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Serves one client by all members, for its session or for one request. If there is only one member, without a prefix,
 * everything is forwarded to it unchanged.
 */
final class AggregateSession implements ForwardingSession {
    private final DownstreamClient client;
    private final ServerAggregate aggregate;
    private final MemberConnections connections;
    private final ResourceRouter resources;
    private final MemberLogLevels levels;
    private final Set<AggregateSubscription> streams = ConcurrentHashMap.newKeySet();
    private volatile @Nullable ServerDescription description;

    AggregateSession(DownstreamClient client, ServerAggregate aggregate) {
        this.client = client;
        this.aggregate = aggregate;
        connections = new MemberConnections(client, aggregate, this::onMemberConnected);
        resources = new ResourceRouter(connections, new ConcurrentHashMap<>());
        levels = new MemberLogLevels(connections);
    }

    /** Connects to the members for a session. */
    void connectMembers() throws Exception {
        aggregate.observers.add(this);
        try {
            description = ServerAggregate.retryIfMemberRemoved(this::fetchMergedDescription);
        } catch (Exception e) {
            close();
            throw e;
        }
    }

    @Override
    public ServerDescription serverDescription() {
        ServerDescription current = description;
        if (current != null) {
            return current;
        }
        try {
            return ServerAggregate.retryIfMemberRemoved(this::fetchMergedDescription);
        } catch (RuntimeException e) {
            throw e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while connecting to the members", e);
        } catch (Exception e) {
            throw new IllegalStateException("Could not connect to any member", e);
        }
    }

    private ServerDescription fetchMergedDescription() throws Exception {
        ReferenceCountedMember soleMember = aggregate.snapshot().soleUnprefixedMember();
        if (soleMember != null) {
            return connections.runOn(soleMember, ForwardingSession::serverDescription);
        }
        List<ReferenceCountedMember> members = aggregate.snapshot().all();
        List<MemberResult<ServerDescription>> results =
                connections.runOnAll(members, ForwardingSession::serverDescription);
        MemberResult.requireAnySuccess(Methods.DISCOVER, results);
        MemberResult.forEachFailure(results, (member, problem) -> member.markUnhealthy("All", problem.toString()));
        return ServerDescriptionMerger.merge(results, aggregate.self);
    }

    @Override
    public void forwardRequest(Method<?, ?> method, Json params, ForwardedCall call, ResponseCallback callback) {
        if (tryForward(method, params, call, callback)) {
            return;
        }
        if (ThreadBlockingContext.current().canBlock()) {
            respondBlocking(method, params, call, callback);
        } else {
            try {
                aggregate.threads.execute(() -> respondBlocking(method, params, call, callback));
            } catch (RejectedExecutionException e) {
                callback.fail(new RpcException(ErrorCode.BUSY, "Busy: the guard is shutting down"));
            }
        }
    }

    private void respondBlocking(Method<?, ?> method, Json params, ForwardedCall call, ResponseCallback callback) {
        AggregateRequest request = new AggregateRequest(call, callback::onCompletion);
        Json result;
        try {
            result = ServerAggregate.retryIfMemberRemoved(() -> routeOrAggregate(method, params, request));
        } catch (Throwable e) {
            callback.fail(e);
            FatalErrors.rethrowIfFatal(e);
            return;
        }
        callback.complete(result);
    }

    /**
     * Forwards a request to the only member that it is for; returns false if that would block or there is no such
     * member.
     */
    private boolean tryForward(Method<?, ?> method, Json params, ForwardedCall call, ResponseCallback callback) {
        RoutedRequest routed = RoutedRequest.route(method, params, aggregate.snapshot());
        return routed != null
                && connections.tryStartOn(routed.member(), (session, release) -> {
                    if (!levels.isUpToDate(routed.member())) {
                        return false;
                    }
                    session.forwardRequest(
                            method, routed.params(), call, new MemberResponseCallback(callback, release));
                    return true;
                });
    }

    /**
     * Releases the member when its request is complete. The outcome arrives on a thread of the member, which may be
     * stopped as soon as the member is released, so the release comes last.
     */
    private record MemberResponseCallback(ResponseCallback callback, Consumer<Boolean> release)
            implements ResponseCallback {
        @Override
        public void complete(Json result) {
            runAndRelease(() -> callback.complete(result), release, true);
        }

        @Override
        public void fail(Throwable why) {
            runAndRelease(() -> callback.fail(why), release, false);
        }

        @Override
        public void onCompletion(Runnable action) {
            callback.onCompletion(action);
        }
    }

    private static void runAndRelease(Runnable task, Consumer<Boolean> release, boolean responded) {
        try {
            task.run();
        } finally {
            release.accept(responded);
        }
    }

    private Json routeOrAggregate(Method<?, ?> method, Json params, AggregateRequest request) throws Exception {
        MemberSnapshot members = aggregate.snapshot();
        if (members.all().isEmpty()) {
            String text = "No upstream servers: all were removed from the configuration of the guard";
            throw new RpcException(ErrorCode.INTERNAL_ERROR, text);
        }
        RoutedRequest routed = RoutedRequest.route(method, params, members);
        if (routed != null) {
            MemberConnections.MemberTask<Json> task = session -> request.callMember(session, method, routed.params());
            return connections.runOn(routed.member(), levels.withCurrentLevel(routed.member(), request, task));
        }
        ListKind list = ListKind.of(method);
        if (list != null) {
            return new ListAggregator(connections, list, request).list(params);
        }
        return switch (method.name()) {
            case "tools/call" -> throw unknownNameError("tool", params);
            case "prompts/get" -> throw unknownNameError("prompt", params);
            case "resources/read" -> resources.read(params, request);
            case "resources/subscribe" -> resources.subscribe(params, request);
            case "resources/unsubscribe" -> resources.unsubscribe(params, request);
            case "completion/complete" -> completeArgument(params, request);
            case "logging/setLevel" -> levels.setAtAllMembers(params, request);
            default -> throw new RpcException(KnownMethods.methodNotFoundError(method.name()));
        };
    }

    private static RpcException unknownNameError(String kind, Json params) {
        return new RpcException(
                ErrorCode.INVALID_PARAMS, "Unknown " + kind + ": " + Excerpts.quote(params.string("name")));
    }

    private Json completeArgument(Json params, AggregateRequest request) throws Exception {
        Json ref = Objects.requireNonNullElse(params.get("ref"), Json.EMPTY_OBJECT);
        if (RoutedRequest.isResourceReference(ref)) {
            return resources.complete(String.valueOf(ref.string("uri")), params, request);
        }
        throw unknownNameError("prompt", ref);
    }

    @Override
    public SubscriptionFilter openSubscription(SubscriptionFilter filter, ForwardedCall call, SubscriptionSink stream)
            throws Exception {
        AggregateSubscription aggregateStream = new AggregateSubscription(filter, call, stream, connections);
        streams.add(aggregateStream);
        aggregate.observers.add(this);
        stream.onClosed(() -> {
            streams.remove(aggregateStream);
            if (!client.hasSession()) {
                aggregate.observers.remove(this);
            }
        });
        return ServerAggregate.retryIfMemberRemoved(aggregateStream::open);
    }

    @Override
    public void onNotification(NotificationType<?> type, Json params) {
        connections.forEachConnected(session -> session.onNotification(type, params));
    }

    @Override
    public void findTool(String name, Consumer<@Nullable Tool> consumer) {
        MemberSnapshot members = aggregate.snapshot();
        ReferenceCountedMember member = members.ownerOf(name);
        boolean isStarted = member != null
                && connections.tryStartOn(member, (session, release) -> {
                    session.findTool(
                            member.originalName(name),
                            tool -> runAndRelease(() -> consumer.accept(tool), release, true));
                    return true;
                });
        if (!isStarted && aggregate.snapshot() != members) {
            findTool(name, consumer);
        } else if (!isStarted) {
            consumer.accept(null); // Headers that repeat arguments are checked only for known tools.
        }
    }

    /** Handles removed and added members. */
    void onMembersReplaced(List<ReferenceCountedMember> removed) {
        removed.forEach(connections::retire);
        levels.removeMembers(removed);
        notifyListChanges();
        streams.forEach(stream -> stream.onMembersReplaced(removed));
        if (!resources.subscriptions().isEmpty()) {
            aggregate.threads.execute(resources::resubscribe);
        }
    }

    /** Handles the connection of a member that was unavailable when the session started. */
    private void onMemberConnected(ReferenceCountedMember member) {
        if (notifyListChanges()) {
            LOG.info("Member is now available: member={}", member);
        }
    }

    /**
     * Notifies the client of a session that all lists may have changed; returns false if there is no session
     * description yet.
     */
    private boolean notifyListChanges() {
        ServerDescription current = description;
        if (current != null) {
            ListChangeNotifier.notifyChanges(
                    ListChangeNotifier.toSupportedListFilter(current.capabilities()), client::sendNotification);
        }
        return current != null;
    }

    @Override
    public void close() {
        connections.shutdown();
        if (client.hasSession()) {
            aggregate.observers.remove(this);
        }
    }
}
