package dev.tenon.guard.policy;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The combined decision of all policies on a message.
 *
 * @param message the message that may pass, with the changes of the policies
 * @param rejection what the sender receives instead; null if the message may pass
 * @param reports everything that the policies found
 */
public record PolicyOutcome(PolicyMessage message, @Nullable PolicyRejection rejection, List<FindingReport> reports) {
    public PolicyOutcome {
        reports = List.copyOf(reports);
    }

    /** Returns whether the message may pass. */
    public boolean isAllowed() {
        return rejection == null;
    }
}
