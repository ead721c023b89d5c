package dev.tenon.guard.policy;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What all policies together say of a message.
 *
 * @param passage the message as it may go on, changed where a policy changed it
 * @param refusal what the sender hears instead; null when the message may go on
 * @param reports everything that was found on the way
 */
public record Verdict(Passage passage, @Nullable Refusal refusal, List<Report> reports) {
    public Verdict {
        reports = List.copyOf(reports);
    }

    /** Whether the message may go on. */
    public boolean passes() {
        return refusal == null;
    }
}
