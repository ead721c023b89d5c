package dev.tenon.server.internal.forwarder;

import dev.tenon.codec.StatelessCodec;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.LeniencyPolicy;
import dev.tenon.model.CallToolParams;
import dev.tenon.model.DiscoverResult;
import dev.tenon.model.EmptyResult;
import dev.tenon.model.GetPromptParams;
import dev.tenon.model.ListenParams;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.Params;
import dev.tenon.model.ReadResourceParams;
import dev.tenon.model.Result;
import dev.tenon.model.Revision;
import dev.tenon.model.SetLevelParams;
import dev.tenon.model.SubscribeParams;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.model.Tool;
import dev.tenon.server.forwarder.ForwardingSession;
import dev.tenon.server.forwarder.RequestForwarder;
import dev.tenon.server.forwarder.ResponseCallback;
import dev.tenon.server.forwarder.ServerDescription;
import dev.tenon.server.internal.dispatch.ExecutionPlan;
import dev.tenon.server.internal.dispatch.MethodHandler;
import dev.tenon.server.internal.dispatch.MethodRegistry;
import dev.tenon.server.internal.feature.ToolHeaderValidator;
import dev.tenon.server.internal.request.ActiveCall;
import dev.tenon.server.internal.request.ChangeBroadcaster;
import dev.tenon.server.internal.request.RawResult;
import dev.tenon.server.internal.request.ServerSession;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The table of methods of a server that has somebody else answer. */
public record ForwardingMethodRegistry(
        RequestForwarder forwarder,
        ChangeBroadcaster hub,
        List<Revision> revisions,
        LeniencyPolicy tolerance,
        ToolHeaderCache headers)
        implements MethodRegistry {
    @Override
    public boolean isForwarding() {
        return true;
    }

    @Override
    @SuppressWarnings("unchecked") // the params of each method are those that its name stands for
    public <P extends Params> MethodHandler<P> find(Method<P, ?> method) {
        if (method.equals(Methods.PING)) {
            return (params, call) -> new ExecutionPlan.ImmediateResult(EmptyResult.EMPTY);
        }
        if (method.equals(Methods.DISCOVER)) {
            return (params, call) -> ExecutionPlan.HandlerInvocation.of(() -> discover(requireForwardingSession(call)));
        }
        if (method.equals(Methods.LISTEN)) {
            return (params, call) ->
                    ExecutionPlan.HandlerInvocation.of(() -> openSubscription((ListenParams) params, call));
        }
        return (MethodHandler<P>) new ForwardingMethodHandler(this);
    }

    private RawResult discover(ForwardingSession service) {
        ServerDescription said = service.serverDescription();
        DiscoverResult result =
                DiscoverResult.of(revisions, said.capabilities()).withInstructions(said.instructions());
        return new RawResult(new StatelessCodec(said.implementation()).encodeResult(Methods.DISCOVER, result));
    }

    private Result openSubscription(ListenParams params, ActiveCall call) throws Exception {
        call.disableBlocking();
        SubscriptionFilter wanted = params.notifications();
        Runnable uncount = hub.acquireSubscriptions(call.context().callerKey(), wanted);
        try {
            ForwardedSubscriptionSink stream = new ForwardedSubscriptionSink(call, hub);
            stream.open(requireForwardingSession(call).openSubscription(wanted, call, stream));
            return ExecutionPlan.KeepOpenResult.OPEN;
        } finally {
            // Not earlier: when the request is cancelled, the service may still be at work for it.
            call.execution().onCompletion(uncount);
        }
    }

    /** Who serves this request: whoever serves its session, or somebody for this request alone. */
    private ForwardingSession requireForwardingSession(ActiveCall call) throws Exception {
        ServerSession session = call.context().session();
        if (session != null) {
            return Objects.requireNonNull(session.forwardingSession());
        }
        ForwardingSession service = forwarder.connect(new DownstreamClientAdapter(call.context()));
        call.execution().onCompletion(service::close);
        return service;
    }

    /** Subscriptions are bounded, whoever serves them. */
    private void countSubscription(Params params, ActiveCall call) {
        ServerSession session = call.context().session();
        if (params instanceof SubscribeParams wanted
                && session != null
                && call.method().equals(Methods.SUBSCRIBE)) {
            hub.subscribe(session, wanted.uri());
        }
    }

    /** One of the methods that are handed over. */
    private record ForwardingMethodHandler(ForwardingMethodRegistry table) implements MethodHandler<Params> {
        @Override
        public @Nullable String target(Params params) {
            if (params instanceof CallToolParams tool) {
                return tool.name();
            }
            if (params instanceof ReadResourceParams resource) {
                return resource.uri();
            }
            return params instanceof GetPromptParams prompt ? prompt.name() : null;
        }

        @Override
        public ExecutionPlan prepare(Params params, ActiveCall call) {
            return new ExecutionPlan.AsyncInvocation(end -> new ForwardedRequest(table, params, call, end).start());
        }
    }

    /** One request that is handed over. */
    private record ForwardedRequest(
            ForwardingMethodRegistry table, Params params, ActiveCall call, ExecutionPlan.ResultCallback end)
            implements ResponseCallback {
        void start() throws Exception {
            ForwardingSession service = table.requireForwardingSession(call);
            if (params instanceof CallToolParams tool && ToolHeaderValidator.isApplicable(call)) {
                service.findTool(tool.name(), known -> validateAndForward(service, known, tool));
            } else {
                forward(service);
            }
        }

        private void validateAndForward(ForwardingSession service, @Nullable Tool known, CallToolParams tool) {
            try {
                if (known != null) {
                    ToolHeaderValidator.validate(table.headers.get(known), tool.arguments(), call, table.tolerance);
                }
                forward(service);
            } catch (RuntimeException | Error e) {
                end.fail(e);
            }
        }

        private void forward(ForwardingSession service) {
            table.countSubscription(params, call);
            call.disableBlocking();
            service.forwardRequest(call.method(), call.rawParams(), call, this);
        }

        @Override
        public void complete(Json result) {
            ServerSession session = call.context().session();
            if (params instanceof SetLevelParams wanted && session != null) {
                session.logLevel(wanted.level());
            }
            if (!call.method().equals(Methods.SUBSCRIBE)) {
                uncountSubscription();
            }
            end.complete(new RawResult(result));
        }

        @Override
        public void fail(Throwable why) {
            uncountSubscription();
            end.fail(why);
        }

        private void uncountSubscription() {
            ServerSession session = call.context().session();
            if (params instanceof SubscribeParams unwanted && session != null) {
                table.hub.unsubscribe(session, unwanted.uri());
            }
        }

        @Override
        public void onCompletion(Runnable action) {
            call.execution().onCompletion(action);
        }
    }
}
