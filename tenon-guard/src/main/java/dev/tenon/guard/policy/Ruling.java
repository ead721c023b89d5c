package dev.tenon.guard.policy;

import dev.tenon.json.Json;
import java.util.List;

/** What a policy says of a message. */
public sealed interface Ruling {
    /** Nothing to say: the usual case. */
    Ruling PASS = new Pass(List.of());

    /** What was found, in the order it was found. */
    List<Finding> findings();

    /** It may pass as it is; the findings are only noted. */
    record Pass(List<Finding> findings) implements Ruling {
        public Pass {
            findings = List.copyOf(findings);
        }
    }

    /** It may pass with this body instead. */
    record Change(List<Finding> findings, Json body) implements Ruling {
        public Change {
            findings = List.copyOf(findings);
        }
    }

    /** It may not pass. */
    record Refuse(List<Finding> findings, Refusal refusal) implements Ruling {
        public Refuse {
            findings = List.copyOf(findings);
        }
    }

    /** A refusal for one reason. */
    static Ruling refuse(Finding finding, Refusal refusal) {
        return new Refuse(List.of(finding), refusal);
    }

    /** A change, or nothing when nothing was found. */
    static Ruling change(List<Finding> findings, Json body) {
        return findings.isEmpty() ? PASS : new Change(findings, body);
    }
}
