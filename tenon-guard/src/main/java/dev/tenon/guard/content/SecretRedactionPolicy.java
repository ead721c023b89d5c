package dev.tenon.guard.content;

import dev.tenon.guard.policy.MessageDirection;
import dev.tenon.guard.policy.MessageKind;
import dev.tenon.guard.policy.NonBlockingPolicy;
import dev.tenon.guard.policy.PolicyDecision;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.json.Json;

/**
 * Redacts {@linkplain SecretDetector secrets}: in what a server says, and, if wanted, in the params that go to it.
 *
 * @param detector the formats
 * @param includeRequests whether the params of requests to the server are redacted too
 */
public record SecretRedactionPolicy(SecretDetector detector, boolean includeRequests) implements NonBlockingPolicy {
    @Override
    public String name() {
        return "secrets";
    }

    @Override
    public PolicyDecision evaluate(PolicyMessage passage) {
        boolean asked = passage.direction() == MessageDirection.TO_CLIENT
                || (includeRequests && passage.kind() == MessageKind.REQUEST);
        if (!asked) {
            return PolicyDecision.ALLOW;
        }
        ContentScanner screening = new ContentScanner(
                detector, (text, spans) -> TextMatch.replaceAll(text, spans, SecretDetector::replacement), "");
        Json redacted = screening.scan(passage.body());
        return PolicyDecision.rewriteOrAllow(screening.findings(), redacted);
    }
}
