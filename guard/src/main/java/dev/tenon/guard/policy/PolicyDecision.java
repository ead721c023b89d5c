package dev.tenon.guard.policy;

import dev.tenon.json.Json;
import java.util.List;

/** The decision of a policy on a message. */
public sealed interface PolicyDecision {
    /** Allows the message without findings: the usual case. */
    PolicyDecision ALLOW = new AllowDecision(List.of());

    /** Returns what the policy found, in the order in which it was found. */
    List<Finding> findings();

    /** The message passes unchanged; findings are only reported. */
    record AllowDecision(List<Finding> findings) implements PolicyDecision {
        public AllowDecision {
            findings = List.copyOf(findings);
        }
    }

    /** The message passes with another body. */
    record RewriteDecision(List<Finding> findings, Json body) implements PolicyDecision {
        public RewriteDecision {
            findings = List.copyOf(findings);
        }
    }

    /** The message does not pass. */
    record RejectDecision(List<Finding> findings, PolicyRejection rejection) implements PolicyDecision {
        public RejectDecision {
            findings = List.copyOf(findings);
        }
    }

    /** Returns a rejection with one finding. */
    static PolicyDecision reject(Finding finding, PolicyRejection rejection) {
        return new RejectDecision(List.of(finding), rejection);
    }

    /** Returns a rewrite; {@link #ALLOW} if nothing was found. */
    static PolicyDecision rewriteOrAllow(List<Finding> findings, Json body) {
        return findings.isEmpty() ? ALLOW : new RewriteDecision(findings, body);
    }
}
