package dev.tenon.guard.internal;

import dev.tenon.guard.policy.Passage;
import dev.tenon.guard.policy.Policies;
import dev.tenon.guard.policy.Verdict;
import dev.tenon.json.Json;
import dev.tenon.model.ListenParams;
import dev.tenon.model.Methods;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.server.RelayClient;
import dev.tenon.wire.Wire;

/** What a client may listen to. */
final class Listening {
    private Listening() {}

    /**
     * The part of a wish that may pass.
     *
     * @throws dev.tenon.jsonrpc.RpcException when it is refused
     */
    static SubscriptionFilter past(Checkpoint checkpoint, SubscriptionFilter wanted, RelayClient front) {
        Policies policies = checkpoint.policies().get();
        if (policies == Policies.NONE) {
            return wanted;
        }
        Wire wire = Wire.of(front.revision(), null);
        Json params = wire.encodeParams(Methods.LISTEN, ListenParams.of(wanted));
        Verdict verdict = policies.apply(Passage.request(checkpoint.upstream(), Methods.LISTEN.name(), params)
                .withRevision(front.revision())
                .withCaller(Checkpoint.caller(front.principal())));
        if (verdict.refusal() != null) {
            throw Errors.refused(verdict.refusal());
        }
        Json passed = verdict.passage().body();
        return passed.equals(params)
                ? wanted
                : wire.decodeParams(Methods.LISTEN, passed).notifications();
    }
}
