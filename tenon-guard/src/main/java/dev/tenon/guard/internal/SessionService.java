package dev.tenon.guard.internal;

import dev.tenon.client.McpClientException;
import dev.tenon.client.Subscription;
import dev.tenon.concurrent.SerialTaskQueue;
import dev.tenon.guard.GuardLimits;
import dev.tenon.guard.policy.Caller;
import dev.tenon.guard.policy.Direction;
import dev.tenon.guard.watch.SessionBegun;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;
import dev.tenon.model.ServerCapabilities;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.server.Presentation;
import dev.tenon.server.RelayCall;
import dev.tenon.server.RelayClient;
import dev.tenon.server.RelayStream;
import dev.tenon.wire.ParamsException;
import dev.tenon.wire.Wire;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves a session in front: by a connection of its own, or by the one that all share. */
final class SessionService implements Service, Ear {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");
    private static final Json DONE = Json.EMPTY_OBJECT;

    private final RelayClient front;
    private final Checkpoint checkpoint;
    private final Wire frontWire;
    private final Lease lease;
    private final Upstream upstream;
    private final Upstreams upstreams;
    private final String share;
    private final GuardLimits limits;
    private final Map<String, Subscription> subscriptions = new ConcurrentHashMap<>();
    /** What the client tells the server, as far as the server has not taken it. */
    private final SerialTaskQueue told;

    private volatile Runnable over = () -> {};
    private volatile boolean ended;
    private volatile @Nullable Subscription lists;

    private SessionService(
            RelayClient front, Checkpoint checkpoint, Lease lease, Upstreams upstreams, GuardLimits limits) {
        this.front = front;
        this.checkpoint = checkpoint;
        this.frontWire = Wire.of(front.revision(), null);
        this.lease = lease;
        this.upstream = lease.upstream();
        this.upstreams = upstreams;
        this.share = upstreams.share(front.principal());
        this.limits = limits;
        this.told = upstreams.queue();
    }

    static SessionService open(RelayClient front, Checkpoint checkpoint, Upstreams upstreams, GuardLimits limits) {
        SessionService service = new SessionService(front, checkpoint, upstreams.forSession(front), upstreams, limits);
        try {
            service.start();
            return service;
        } catch (RuntimeException | Error e) {
            service.end();
            throw e;
        }
    }

    private void start() {
        if (upstream.isStateless()) {
            listenToLists();
        } else {
            upstream.dedicate(this);
        }
        over = checkpoint.observer().session(new SessionBegun(true, checkpoint.upstream(), front.revision()));
    }

    /** A server without sessions tells of changes only who asked for that, which a client of a session never does. */
    private void listenToLists() {
        ServerCapabilities can = upstream.server().capabilities();
        SubscriptionFilter wanted = new SubscriptionFilter(
                can.tools() != null && can.tools().listChanged(),
                can.prompts() != null && can.prompts().listChanged(),
                can.resources() != null && can.resources().listChanged(),
                List.of());
        if (!wanted.equals(SubscriptionFilter.NONE)) {
            try {
                lists = upstream.listen(wanted, subscribed(), () -> {});
            } catch (McpClientException e) {
                LOG.warn(
                        "Changes of lists will not be told of: upstream={}, cause={}",
                        checkpoint.upstream(),
                        Trouble.cause(e));
            }
        }
    }

    @Override
    public Presentation presentation() {
        return Presenting.of(upstream.server(), upstreams.self());
    }

    @Override
    public @Nullable UpstreamRoute route(FilteredCall.Request request, boolean mayBlock) {
        Method<?, ?> method = request.method();
        boolean isOwn = method.equals(Methods.SUBSCRIBE)
                || method.equals(Methods.UNSUBSCRIBE)
                || method.equals(Methods.SET_LEVEL);
        if (isOwn && !mayBlock) {
            return null;
        }
        // The connection is the session's: nothing is given back.
        return new UpstreamRoute(upstream, () -> {}, (passed, crossing, completion) -> {
            checkRights(request.call());
            Json done = isOwn ? own(method, passed) : null;
            if (done != null) {
                completion.complete(() -> done);
                return;
            }
            Front asking = new Front(frontWire, request.call(), crossing);
            new SessionCall(passed, asking, upstream, completion, limits.rounds(), upstreams::later).begin();
        });
    }

    /** What is done here, as the upstream takes it in another way than the client says it; null when it is forwarded. */
    private @Nullable Json own(Method<?, ?> method, Json params) {
        if (method.equals(Methods.SUBSCRIBE)) {
            return subscribe(frontWire.decodeParams(Methods.SUBSCRIBE, params).uri());
        }
        if (method.equals(Methods.UNSUBSCRIBE)) {
            return unsubscribe(
                    frontWire.decodeParams(Methods.UNSUBSCRIBE, params).uri());
        }
        // To an upstream without sessions each request says the level.
        return upstream.isStateless() ? DONE : null;
    }

    /** Hears what a subscription brings, where the server says for which that is. */
    private Ear subscribed() {
        return new Ear() {
            @Override
            public void hear(NotificationType<?> type, Json params, Wire back) {
                SessionService.this.hear(type, params, back);
            }
        };
    }

    /** The connection behind has the rights of who opened the session: a request with fewer must not have them, too. */
    private void checkRights(RelayCall call) {
        if (!share.equals(upstreams.share(call.principal()))) {
            throw new RpcException(
                    ErrorCode.INVALID_REQUEST, "This session was begun with other rights: begin a new session");
        }
    }

    private Json subscribe(String uri) {
        SubscriptionFilter filter = SubscriptionFilter.NONE.withResourceSubscriptions(List.of(uri));
        Subscription begun = upstream.listen(filter, subscribed(), () -> {});
        Subscription before = subscriptions.put(uri, begun);
        if (before != null) {
            before.close();
        }
        if (ended) {
            begun.close();
        }
        return DONE;
    }

    private Json unsubscribe(String uri) {
        Subscription begun = subscriptions.remove(uri);
        if (begun != null) {
            begun.close();
        }
        return DONE;
    }

    @Override
    public SubscriptionFilter listen(SubscriptionFilter wanted, RelayStream stream) {
        throw new RpcException(ErrorCode.METHOD_NOT_FOUND, "Sessions have no streams of that kind");
    }

    @Override
    public void notified(NotificationType<?> type, Json params) {
        Object change = type.equals(Notifications.ROOTS_CHANGED) ? type : null;
        if (!told.add(() -> tell(type, params), params.size(), change)) {
            upstreams.queueMet();
        }
    }

    private void tell(NotificationType<?> type, Json params) {
        if (ended) {
            return;
        }
        try {
            Json passed = checkpoint.heard(Direction.TO_SERVER, caller(), type, params, front.revision());
            if (passed != null && mayPass(type, passed)) {
                upstream.client().tell(type, passed);
            }
        } catch (RuntimeException e) {
            upstreams.dropped(e.toString());
        }
    }

    /** What does not fit its kind, or is about what the client cannot do, has ended servers. */
    private boolean mayPass(NotificationType<?> type, Json params) {
        if (type.equals(Notifications.ROOTS_CHANGED) && front.capabilities().roots() == null) {
            return false;
        }
        if (frontWire.clientNotification(type.name()) == null) {
            return !upstream.isStateless();
        }
        try {
            frontWire.decodeNotification(type, params);
            return true;
        } catch (ParamsException e) {
            LOG.debug("A notification of the client is not passed on: {}", e.getMessage());
            return false;
        }
    }

    @Override
    public Lease upstream(boolean mayBlock) {
        return new Lease(upstream, () -> {});
    }

    @Override
    public Map<String, Json> tools() {
        try (Lease newest = newest()) {
            return newest.upstream().definitions().all();
        }
    }

    /** A connection in the newest revision that the server speaks; the session's own where no other can be opened. */
    private Lease newest() {
        try {
            return upstreams.forRequest(front, false);
        } catch (McpClientException | RpcException e) {
            LOG.warn(
                    "Tools are listed in revision {} only: upstream={}, no second connection: {}",
                    upstream.revision(),
                    checkpoint.upstream(),
                    Trouble.cause(e));
            return new Lease(upstream, () -> {});
        }
    }

    /** Answers a question that belongs to none of the session's requests, or nobody knows to which. */
    Json asked(Method<?, ?> method, Json params, Wire back) throws InterruptedException {
        Translation translation = new Translation(frontWire, back);
        Declared.check(translation.meant(method, params), front.capabilities());
        return Questions.through(
                checkpoint.question(caller(), method, params, back.revision()),
                frontWire.revision(),
                passed -> translation.answer(method, front.ask(method, translation.question(method, passed))));
    }

    @Override
    public boolean wants(NotificationType<?> type, Json params) {
        return true;
    }

    @Override
    public void hear(NotificationType<?> type, Json params, Wire back) {
        Translation translation = new Translation(frontWire, back);
        Json passed = translation.canTell(type)
                ? checkpoint.heard(Direction.TO_CLIENT, caller(), type, params, back.revision())
                : null;
        if (passed != null) {
            front.tell(type, translation.notification(type, passed));
        }
    }

    private Caller caller() {
        return Checkpoint.caller(front.principal());
    }

    @Override
    public void close() {
        upstreams.later(() -> {
            try {
                over.run();
            } finally {
                end();
            }
        });
    }

    private void end() {
        ended = true;
        // Nobody is asked for it: a server that is gone would be started again.
        if (!upstream.isDedicated()) {
            subscriptions.values().forEach(Subscription::close);
            Subscription open = lists;
            if (open != null) {
                open.close();
            }
        }
        lease.close();
    }
}
