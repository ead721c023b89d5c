package dev.tenon.guard.policy;

import dev.tenon.json.Json;
import java.util.List;

/** What a policy says of a message. */
public sealed interface PolicyDecision {
    /** Nothing to say: the usual case. */
    PolicyDecision ALLOW = new AllowDecision(List.of());

    /** What was found, in the order it was found. */
    List<Finding> findings();

    /** It may pass as it is; the findings are only noted. */
    record AllowDecision(List<Finding> findings) implements PolicyDecision {
        public AllowDecision {
            findings = List.copyOf(findings);
        }
    }

    /** It may pass with this body instead. */
    record RewriteDecision(List<Finding> findings, Json body) implements PolicyDecision {
        public RewriteDecision {
            findings = List.copyOf(findings);
        }
    }

    /** It may not pass. */
    record RejectDecision(List<Finding> findings, PolicyRejection refusal) implements PolicyDecision {
        public RejectDecision {
            findings = List.copyOf(findings);
        }
    }

    /** A refusal for one reason. */
    static PolicyDecision reject(Finding finding, PolicyRejection refusal) {
        return new RejectDecision(List.of(finding), refusal);
    }

    /** A change, or nothing when nothing was found. */
    static PolicyDecision rewriteOrAllow(List<Finding> findings, Json body) {
        return findings.isEmpty() ? ALLOW : new RewriteDecision(findings, body);
    }
}
