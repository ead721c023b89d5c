package dev.tenon.guard.policy.schema;

import dev.tenon.guard.policy.Finding;
import dev.tenon.guard.policy.MessageKind;
import dev.tenon.guard.policy.NonBlockingPolicy;
import dev.tenon.guard.policy.PolicyDecision;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.guard.policy.PolicyRejection;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.jsonrpc.ErrorCode;

/**
 * Refuses calls of tools that the server does not list: nothing is known of them to check by, and a server may do
 * anything with a name that it does not list. It comes before all that counts calls, so that made-up names are not
 * counted. It is the part of {@code schemas} that looks at names.
 */
public final class KnownToolPolicy implements NonBlockingPolicy {
    /** A policy without settings. */
    public KnownToolPolicy() {}

    @Override
    public String name() {
        return "schemas";
    }

    @Override
    public PolicyDecision evaluate(PolicyMessage passage) {
        boolean call = passage.kind() == MessageKind.REQUEST && passage.method().equals("tools/call");
        if (!call || passage.definition() != null) {
            return PolicyDecision.ALLOW;
        }
        String named = Excerpts.quote(passage.targetName());
        return PolicyDecision.reject(
                Finding.of("schemas.unknown", "The tool " + named + " is in no list of its server."),
                PolicyRejection.protocolError(ErrorCode.INVALID_PARAMS, "Unknown tool: " + named));
    }
}
