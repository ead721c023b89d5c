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
 * Rejects calls of tools that the server does not list: without a definition the guard cannot check them. Part of the
 * {@code schemas} policy; evaluated before the policies that count calls, so that invented names are not counted.
 */
public final class KnownToolPolicy implements NonBlockingPolicy {
    /** Creates the policy, which has no settings. */
    public KnownToolPolicy() {}

    @Override
    public String name() {
        return "schemas";
    }

    @Override
    public PolicyDecision evaluate(PolicyMessage message) {
        boolean call = message.kind() == MessageKind.REQUEST && message.method().equals("tools/call");
        if (!call || message.definition() != null) {
            return PolicyDecision.ALLOW;
        }
        String named = Excerpts.quote(message.targetName());
        return PolicyDecision.reject(
                Finding.of("schemas.unknown", "The tool " + named + " is not in the tool list of its server."),
                PolicyRejection.protocolError(ErrorCode.INVALID_PARAMS, "Unknown tool: " + named));
    }
}
