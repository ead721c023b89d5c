package dev.tenon.server.internal;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.Tolerance;
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
import dev.tenon.server.Presentation;
import dev.tenon.server.Relay;
import dev.tenon.server.RelayEnd;
import dev.tenon.server.RelayService;
import dev.tenon.wire.StatelessWire;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The table of methods of a server that has somebody else answer. */
record RelayOperations(Relay relay, Hub hub, List<Revision> revisions, Tolerance tolerance, KnownHeaders headers)
        implements MethodTable {
    @Override
    public boolean isRelay() {
        return true;
    }

    @Override
    @SuppressWarnings("unchecked") // the params of each method are those that its name stands for
    public <P extends Params> Operation<P> find(Method<P, ?> method) {
        if (method.equals(Methods.PING)) {
            return (params, call) -> new Work.Done(EmptyResult.EMPTY);
        }
        if (method.equals(Methods.DISCOVER)) {
            return (params, call) -> Work.Handle.of(() -> discover(service(call)));
        }
        if (method.equals(Methods.LISTEN)) {
            return (params, call) -> Work.Handle.of(() -> listen((ListenParams) params, call));
        }
        return (Operation<P>) new Relayed(this);
    }

    private Raw discover(RelayService service) {
        Presentation said = service.presentation();
        DiscoverResult result =
                DiscoverResult.of(revisions, said.capabilities()).withInstructions(said.instructions());
        return new Raw(new StatelessWire(said.implementation()).encodeResult(Methods.DISCOVER, result));
    }

    private Result listen(ListenParams params, ActiveCall call) throws Exception {
        call.neverWait();
        SubscriptionFilter wanted = params.notifications();
        Runnable uncount = hub.count(call.scope().caller(), wanted);
        try {
            RelayedStream stream = new RelayedStream(call, hub);
            stream.open(service(call).listen(wanted, call, stream));
            return Work.StaysOpen.OPEN;
        } finally {
            // Not earlier: when the request is cancelled, the service may still be at work for it.
            call.run().atEnd(uncount);
        }
    }

    /** Who serves this request: whoever serves its session, or somebody for this request alone. */
    private RelayService service(ActiveCall call) throws Exception {
        Session session = call.scope().session();
        if (session != null) {
            return Objects.requireNonNull(session.service());
        }
        RelayService service = relay.meet(new RelayedClient(call.scope()));
        call.run().atEnd(service::close);
        return service;
    }

    /** Subscriptions are bounded, whoever serves them. */
    private void count(Params params, ActiveCall call) {
        Session session = call.scope().session();
        if (params instanceof SubscribeParams wanted
                && session != null
                && call.method().equals(Methods.SUBSCRIBE)) {
            hub.subscribe(session, wanted.uri());
        }
    }

    /** One of the methods that are handed over. */
    private record Relayed(RelayOperations table) implements Operation<Params> {
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
        public Work prepare(Params params, ActiveCall call) {
            return new Work.Begin(end -> new RelayedRequest(table, params, call, end).begin());
        }
    }

    /** One request that is handed over. */
    private record RelayedRequest(RelayOperations table, Params params, ActiveCall call, Work.End end)
            implements RelayEnd {
        void begin() throws Exception {
            RelayService service = table.service(call);
            if (params instanceof CallToolParams tool && ToolHeaders.areExpected(call)) {
                service.tool(tool.name(), known -> beginChecked(service, known, tool));
            } else {
                answer(service);
            }
        }

        private void beginChecked(RelayService service, @Nullable Tool known, CallToolParams tool) {
            try {
                if (known != null) {
                    ToolHeaders.check(table.headers.of(known), tool.arguments(), call, table.tolerance);
                }
                answer(service);
            } catch (RuntimeException | Error e) {
                end.failed(e);
            }
        }

        private void answer(RelayService service) {
            table.count(params, call);
            call.neverWait();
            service.answer(call.method(), call.rawParams(), call, this);
        }

        @Override
        public void answered(Json result) {
            Session session = call.scope().session();
            if (params instanceof SetLevelParams wanted && session != null) {
                session.logLevel(wanted.level());
            }
            if (!call.method().equals(Methods.SUBSCRIBE)) {
                uncount();
            }
            end.answered(new Raw(result));
        }

        @Override
        public void failed(Throwable why) {
            uncount();
            end.failed(why);
        }

        private void uncount() {
            Session session = call.scope().session();
            if (params instanceof SubscribeParams unwanted && session != null) {
                table.hub.unsubscribe(session, unwanted.uri());
            }
        }

        @Override
        public void whenOver(Runnable action) {
            call.run().atEnd(action);
        }
    }
}
