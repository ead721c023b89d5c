package dev.tenon.guard.policy;

/** How seriously a policy is taken. */
public enum EnforcementMode {
    /** It is not asked. */
    OFF,
    /** What it finds is reported, and the message passes as it is. */
    WARN,
    /** What it says is done. */
    ENFORCE
}
