package dev.tenon.guard.policy;

/**
 * A finding, and what became of it.
 *
 * @param policy the name of the policy
 * @param mode how seriously it is taken
 * @param finding what it found
 * @param action what was done
 */
public record FindingReport(String policy, EnforcementMode mode, Finding finding, PolicyAction action) {
    /** What was done about a finding. */
    public enum PolicyAction {
        /** Nothing but this report. */
        NOTED,
        /** The message was changed. */
        CHANGED,
        /** The message was refused. */
        REFUSED
    }
}
