package dev.tenon.guard.internal.forwarder;

import dev.tenon.client.ServerInfo;
import dev.tenon.guard.policy.Caller;
import dev.tenon.guard.policy.PolicyChain;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.guard.policy.PolicyOutcome;
import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.model.Implementation;
import dev.tenon.model.Methods;
import dev.tenon.model.Revision;
import dev.tenon.model.ServerCapabilities;
import dev.tenon.server.forwarder.ServerDescription;

/** What a server says of itself is read by models, and passes the policies like everything else. */
public final class ServerDescriptions {
    private ServerDescriptions() {}

    /** What a client in front is told of the server behind. */
    public static ServerDescription of(ServerInfo server, Implementation self) {
        Implementation said = server.implementation();
        ServerCapabilities can = server.capabilities();
        // Before a revision has the capability, only a call shows whether a server completes.
        boolean completes = can.completions() || !server.revision().hasCompletionsCapability();
        return new ServerDescription(said == null ? self : said, can.withCompletions(completes), server.instructions());
    }

    /** The same past these policies, for a client of that revision. */
    static ServerDescription filter(
            PolicyFilter checkpoint, PolicyChain policies, ServerDescription said, Revision front, Caller caller) {
        if (policies == PolicyChain.NONE) {
            return said;
        }
        Implementation self = said.implementation();
        Json body = new JsonWriter()
                .beginObject()
                .field("instructions", said.instructions())
                .field("title", self.title())
                .field("description", self.description())
                .endObject()
                .toJson();
        PolicyMessage passage = PolicyMessage.request(checkpoint.upstream(), Methods.DISCOVER.name(), Json.EMPTY_OBJECT)
                .withRevision(front)
                .withCaller(caller)
                .toResult(body);
        PolicyOutcome verdict = checkpoint.applyPolicies(policies, passage);
        Json passed = verdict.isAllowed() ? verdict.message().body() : Json.EMPTY_OBJECT;
        Implementation shown = self.withTitle(passed.string("title")).withDescription(passed.string("description"));
        return new ServerDescription(shown, said.capabilities(), passed.string("instructions"));
    }
}
