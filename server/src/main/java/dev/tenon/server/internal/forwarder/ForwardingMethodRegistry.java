package dev.tenon.server.internal.forwarder;

import dev.tenon.codec.StatelessCodec;
import dev.tenon.http.ToolParamHeaders;
import dev.tenon.json.Json;
import dev.tenon.model.CallToolParams;
import dev.tenon.model.DiscoverResult;
import dev.tenon.model.EmptyResult;
import dev.tenon.model.ListenParams;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.Params;
import dev.tenon.model.Result;
import dev.tenon.model.SetLevelParams;
import dev.tenon.model.SubscribeParams;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.model.Tool;
import dev.tenon.server.forwarder.ForwardingSession;
import dev.tenon.server.forwarder.RequestForwarder;
import dev.tenon.server.forwarder.ResponseCallback;
import dev.tenon.server.forwarder.ServerDescription;
import dev.tenon.server.internal.dispatch.ExecutionPlan;
import dev.tenon.server.internal.dispatch.ExecutionPlan.HandlerInvocation;
import dev.tenon.server.internal.dispatch.MethodHandler;
import dev.tenon.server.internal.dispatch.MethodRegistry;
import dev.tenon.server.internal.feature.ToolHeaderValidator;
import dev.tenon.server.internal.request.ActiveCall;
import dev.tenon.server.internal.request.ChangeBroadcaster;
import dev.tenon.server.internal.request.RawResult;
import dev.tenon.server.internal.request.ServerSession;
import dev.tenon.server.internal.request.ServerSettings;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The methods of a server that forwards requests. */
public record ForwardingMethodRegistry(
        RequestForwarder forwarder, ChangeBroadcaster broadcaster, ServerSettings settings, ToolHeaderCache headers)
        implements MethodRegistry {
    @Override
    public boolean isForwarding() {
        return true;
    }

    @Override
    public <P extends Params> MethodHandler<P> findHandler(Method<P, ?> method) {
        if (method.equals(Methods.PING)) {
            return (params, call) -> new ExecutionPlan.ImmediateResult(EmptyResult.EMPTY);
        }
        if (method.equals(Methods.DISCOVER)) {
            return (params, call) -> HandlerInvocation.of(() -> discover(getOrConnectForwardingSession(call)));
        }
        if (method.equals(Methods.LISTEN)) {
            return (params, call) -> HandlerInvocation.of(() -> openSubscription((ListenParams) params, call));
        }
        return (params, call) -> new ExecutionPlan.AsyncInvocation(
                callback -> new ForwardedRequest(this, params, call, callback).start());
    }

    private RawResult discover(ForwardingSession forwardingSession) {
        ServerDescription description = forwardingSession.serverDescription();
        DiscoverResult result = DiscoverResult.of(settings.revisions(), description.capabilities())
                .withInstructions(description.instructions());
        return new RawResult(new StatelessCodec(description.implementation()).encodeResult(Methods.DISCOVER, result));
    }

    private Result openSubscription(ListenParams params, ActiveCall call) throws Exception {
        call.dropNotificationsWhenFull();
        SubscriptionFilter wanted = params.notifications();
        Runnable release = broadcaster.acquireSubscriptions(call.context().callerKey(), wanted);
        try {
            ForwardedSubscriptionSink stream = new ForwardedSubscriptionSink(call, broadcaster);
            stream.open(getOrConnectForwardingSession(call).openSubscription(wanted, call, stream));
            return ExecutionPlan.KeepOpenResult.OPEN;
        } finally {
            // Not earlier: when the request is cancelled, the forwarding session may still process it.
            call.execution().onCompletion(release);
        }
    }

    /** Returns the forwarding session of the client's session, or connects one for this request only. */
    private ForwardingSession getOrConnectForwardingSession(ActiveCall call) throws Exception {
        ServerSession session = call.context().session();
        if (session != null) {
            return Objects.requireNonNull(session.forwardingSession());
        }
        ForwardingSession forwardingSession = forwarder.connect(new DownstreamClientAdapter(call.context()));
        call.execution().onCompletion(forwardingSession::close);
        return forwardingSession;
    }

    /** A forwarded request. */
    private record ForwardedRequest(
            ForwardingMethodRegistry registry, Params params, ActiveCall call, ExecutionPlan.ResultCallback callback)
            implements ResponseCallback {
        void start() throws Exception {
            ForwardingSession forwardingSession = registry.getOrConnectForwardingSession(call);
            if (params instanceof CallToolParams toolCall && ToolHeaderValidator.isApplicable(call)) {
                forwardingSession.findTool(
                        toolCall.name(), definition -> validateAndForward(forwardingSession, definition, toolCall));
            } else {
                forward(forwardingSession);
            }
        }

        private void validateAndForward(
                ForwardingSession forwardingSession, @Nullable Tool definition, CallToolParams toolCall) {
            try {
                if (definition != null) {
                    ToolHeaderValidator.validate(
                            registry.headers.get(definition), toolCall.arguments(), call, registry.settings.leniency());
                }
                forward(forwardingSession);
            } catch (RuntimeException | Error e) {
                callback.fail(e);
            }
        }

        private void forward(ForwardingSession forwardingSession) {
            ServerSession session = call.context().session();
            // Subscriptions are limited for forwarded requests as well.
            if (params instanceof SubscribeParams subscription
                    && session != null
                    && call.method().equals(Methods.SUBSCRIBE)) {
                registry.broadcaster.subscribe(session, subscription.uri());
            }
            call.dropNotificationsWhenFull();
            try {
                forwardingSession.forwardRequest(call.method(), call.rawParams(), call, this);
            } catch (RuntimeException | Error e) {
                uncountSubscription();
                throw e;
            }
        }

        @Override
        public void complete(Json result) {
            ServerSession session = call.context().session();
            if (params instanceof SetLevelParams level && session != null) {
                session.setLogLevel(level.level());
            }
            if (!call.method().equals(Methods.SUBSCRIBE)) {
                uncountSubscription();
            }
            callback.complete(new RawResult(result));
        }

        @Override
        public void fail(Throwable cause) {
            uncountSubscription();
            callback.fail(cause);
        }

        private void uncountSubscription() {
            ServerSession session = call.context().session();
            if (params instanceof SubscribeParams subscription && session != null) {
                registry.broadcaster.unsubscribe(session, subscription.uri());
            }
        }

        @Override
        public void onCompletion(Runnable action) {
            call.execution().onCompletion(action);
        }
    }

    /** Caches which headers repeat arguments of the upstream tools: parsed once for each schema, not for each call. */
    public static final class ToolHeaderCache {
        private static final int MAX_TOOLS = 1000;

        private final Map<String, CachedHeaderParams> byTool = new ConcurrentHashMap<>();

        private record CachedHeaderParams(Json schema, ToolParamHeaders headers) {}

        /** Returns the headers of a tool for its current definition; none if its header annotations are invalid. */
        @SuppressWarnings("ReferenceEquality") // a different instance can be a different schema and is parsed again
        ToolParamHeaders get(Tool tool) {
            Json schema = tool.inputSchema();
            CachedHeaderParams cached = byTool.get(tool.name());
            if (cached != null && cached.schema == schema) {
                return cached.headers;
            }
            ToolParamHeaders headers = ToolParamHeaders.findProblems(schema).isEmpty()
                    ? ToolParamHeaders.parse(schema)
                    : ToolParamHeaders.EMPTY;
            if (byTool.size() >= MAX_TOOLS) {
                byTool.clear();
            }
            byTool.put(tool.name(), new CachedHeaderParams(schema, headers));
            return headers;
        }
    }
}
