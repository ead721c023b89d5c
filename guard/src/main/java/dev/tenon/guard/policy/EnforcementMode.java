package dev.tenon.guard.policy;

/** How strictly a policy is applied. */
public enum EnforcementMode {
    /** The policy is not evaluated. */
    OFF,
    /** Findings are reported, and the message passes unchanged. */
    WARN,
    /** Findings are reported, and the decision of the policy is applied. */
    ENFORCE
}
