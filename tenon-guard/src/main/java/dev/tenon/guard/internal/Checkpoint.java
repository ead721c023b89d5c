package dev.tenon.guard.internal;

import dev.tenon.guard.policy.Caller;
import dev.tenon.guard.policy.Passage;
import dev.tenon.guard.policy.Policies;
import dev.tenon.json.Json;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.server.Principal;
import dev.tenon.server.RelayCall;
import java.util.List;
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
    Json pass(Method<?, ?> method, Json params, RelayCall call, Service service) throws Exception {
        String name = name(method, params);
        Passage passage = Passage.request(upstream, method.name(), params)
                .withRevision(call.revision())
                .withCaller(caller(call.principal()))
                .about(name, definition(method, name, service));
        Crossing crossing = new Crossing(policies, passage, method);
        try {
            return service.answer(method, crossing.there(), call, crossing);
        } catch (Crossing.Answered answered) {
            return answered.result();
        }
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
                : Set.copyOf(List.of(text.strip().split(" +")));
    }

    private static @Nullable String name(Method<?, ?> method, Json params) {
        Json name = params.get(method.equals(Methods.READ_RESOURCE) ? "uri" : "name");
        return name == null ? null : name.string();
    }

    private @Nullable Json definition(Method<?, ?> method, @Nullable String name, Service service) {
        if (name == null || policies == Policies.NONE || !method.equals(Methods.CALL_TOOL)) {
            return null;
        }
        return service.definition(name);
    }
}
