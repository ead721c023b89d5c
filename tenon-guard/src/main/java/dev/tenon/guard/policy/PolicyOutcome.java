package dev.tenon.guard.policy;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What all policies together say of a message.
 *
 * @param message the message as it may go on, changed where a policy changed it
 * @param rejection what the sender hears instead; null when the message may go on
 * @param reports everything that was found on the way
 */
public record PolicyOutcome(PolicyMessage message, @Nullable PolicyRejection rejection, List<FindingReport> reports) {
    public PolicyOutcome {
        reports = List.copyOf(reports);
    }

    /** Whether the message may go on. */
    public boolean isAllowed() {
        return rejection == null;
    }
}
