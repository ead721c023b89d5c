package dev.tenon.guard.internal;

import dev.tenon.guard.policy.Caller;
import dev.tenon.guard.policy.Passage;
import dev.tenon.guard.policy.Policies;
import dev.tenon.guard.policy.Refusal;
import dev.tenon.guard.policy.Verdict;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.Revision;
import dev.tenon.model.Tool;
import dev.tenon.server.Principal;
import dev.tenon.server.RelayCall;
import dev.tenon.server.RelayService;
import dev.tenon.wire.Wire;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where policies are asked: once about each request on its way to the server, once about its result on the way back. */
final class Checkpoint {
    private final Policies policies;
    private final String upstream;

    Checkpoint(Policies policies, String upstream) {
        this.policies = policies;
        this.upstream = upstream;
    }

    /** Lets a request through to the service, and its result back. */
    Json pass(Method<?, ?> method, Json params, RelayCall call, RelayService service) throws Exception {
        if (policies == Policies.NONE) {
            return service.answer(method, params, call);
        }
        Passage passage = Passage.request(upstream, method.name(), params)
                .withRevision(call.revision())
                .withCaller(caller(call.principal()))
                .about(name(method, params), definition(method, params, service));
        Verdict there = policies.apply(passage);
        if (there.refusal() != null) {
            return refused(there.refusal(), method, call.revision());
        }
        Json result = service.answer(method, there.passage().body(), call);
        Verdict back = policies.apply(passage.result(result));
        return back.refusal() == null ? back.passage().body() : refused(back.refusal(), method, call.revision());
    }

    private static Json refused(Refusal refusal, Method<?, ?> method, Revision front) {
        if (refusal instanceof Refusal.ToolError told && method.equals(Methods.CALL_TOOL)) {
            return Wire.of(front, null).encodeResult(method, CallToolResult.error(told.text()));
        }
        if (refusal instanceof Refusal.Busy busy) {
            throw new RpcException(busy.error());
        }
        if (refusal instanceof Refusal.Error error) {
            throw new RpcException(error.error());
        }
        throw new RpcException(dev.tenon.jsonrpc.ErrorCode.INVALID_PARAMS, ((Refusal.ToolError) refusal).text());
    }

    private static Caller caller(Optional<Principal> principal) {
        return principal
                .map(known -> new Caller(known.name(), scopes(known.claims().get("scope"))))
                .orElse(Caller.ANYBODY);
    }

    private static Set<String> scopes(@Nullable Json scope) {
        String text = scope == null ? null : scope.string();
        return text == null || text.isBlank()
                ? Set.of()
                : Set.copyOf(java.util.List.of(text.trim().split(" +")));
    }

    private static @Nullable String name(Method<?, ?> method, Json params) {
        Json name = params.get(method.equals(Methods.READ_RESOURCE) ? "uri" : "name");
        return name == null ? null : name.string();
    }

    private static @Nullable Json definition(Method<?, ?> method, Json params, RelayService service) {
        String name = method.equals(Methods.CALL_TOOL) ? name(method, params) : null;
        Tool tool = name == null ? null : service.tool(name);
        return tool == null ? null : Definitions.json(tool);
    }
}
