package dev.tenon.guard.policy;

/** Receives every finding of the policies, for example to write the audit log, metrics or the log. */
@FunctionalInterface
public interface FindingListener {
    /** Ignores all findings. */
    FindingListener NONE = (message, report) -> {};

    /** Handles a finding. Called on the thread that carries the message; must return quickly and must not throw. */
    void onFinding(PolicyMessage message, FindingReport report);
}
