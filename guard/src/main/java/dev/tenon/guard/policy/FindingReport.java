package dev.tenon.guard.policy;

/**
 * A finding and the action that the guard took.
 *
 * @param policy the name of the policy
 * @param mode how strictly the policy is applied
 * @param finding what the policy found
 * @param action what the guard did
 */
public record FindingReport(String policy, EnforcementMode mode, Finding finding, PolicyAction action) {
    /** What the guard did about a finding. */
    public enum PolicyAction {
        /** The finding was only reported. */
        NOTED,
        /** The message was changed. */
        CHANGED,
        /** The message was rejected. */
        REFUSED
    }
}
