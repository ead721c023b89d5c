package dev.tenon.guard.content;

import dev.tenon.guard.policy.MessageDirection;
import dev.tenon.guard.policy.MessageKind;
import dev.tenon.guard.policy.NonBlockingPolicy;
import dev.tenon.guard.policy.PolicyDecision;
import dev.tenon.guard.policy.PolicyMessage;

/**
 * Redacts {@linkplain SecretDetector secrets} in what an upstream server sends and, optionally, in the params of
 * requests to it.
 *
 * @param detector detects the secrets
 * @param includeRequests whether the params of requests to the server are redacted too
 */
public record SecretRedactionPolicy(SecretDetector detector, boolean includeRequests) implements NonBlockingPolicy {
    @Override
    public String name() {
        return "secrets";
    }

    @Override
    public PolicyDecision evaluate(PolicyMessage message) {
        boolean applies = message.direction() == MessageDirection.TO_CLIENT
                || (includeRequests && message.kind() == MessageKind.REQUEST);
        if (!applies) {
            return PolicyDecision.ALLOW;
        }
        ContentMatchReplacer scanner = new ContentMatchReplacer(
                detector, (text, matches) -> TextMatch.replaceAll(text, matches, SecretDetector::replacement), "");
        return scanner.rewriteOrAllow(message.body());
    }
}
