package dev.tenon.guard.internal;

import dev.tenon.client.ServerInfo;
import dev.tenon.guard.policy.Caller;
import dev.tenon.guard.policy.Passage;
import dev.tenon.guard.policy.Policies;
import dev.tenon.guard.policy.Verdict;
import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.model.Implementation;
import dev.tenon.model.Methods;
import dev.tenon.model.Revision;
import dev.tenon.model.ServerCapabilities;
import dev.tenon.server.Presentation;

/** What a server says of itself is read by models, and passes the policies like everything else. */
final class Presenting {
    private Presenting() {}

    /** What a client in front is told of the server behind. */
    static Presentation of(ServerInfo server, Implementation self) {
        Implementation said = server.implementation();
        ServerCapabilities can = server.capabilities();
        // Before a revision has the capability, only a call shows whether a server completes.
        boolean completes = can.completions() || !server.revision().hasCompletionsCapability();
        return new Presentation(said == null ? self : said, can.withCompletions(completes), server.instructions());
    }

    /** The same past these policies, for a client of that revision. */
    static Presentation past(
            Checkpoint checkpoint, Policies policies, Presentation said, Revision front, Caller caller) {
        if (policies == Policies.NONE) {
            return said;
        }
        Implementation self = said.implementation();
        Json body = new JsonWriter()
                .object()
                .field("instructions", said.instructions())
                .field("title", self.title())
                .field("description", self.description())
                .endObject()
                .toJson();
        Passage passage = Passage.request(checkpoint.upstream(), Methods.DISCOVER.name(), Json.EMPTY_OBJECT)
                .withRevision(front)
                .withCaller(caller)
                .result(body);
        Verdict verdict = checkpoint.judge(policies, passage);
        Json passed = verdict.passes() ? verdict.passage().body() : Json.EMPTY_OBJECT;
        Implementation shown = self.withTitle(passed.string("title")).withDescription(passed.string("description"));
        return new Presentation(shown, said.capabilities(), passed.string("instructions"));
    }
}
