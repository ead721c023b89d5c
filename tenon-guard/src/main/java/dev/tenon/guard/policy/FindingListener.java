package dev.tenon.guard.policy;

/** Hears of everything that policies find: the audit file, metrics, the log. */
@FunctionalInterface
public interface FindingListener {
    /** Nobody listens. */
    FindingListener NONE = (passage, report) -> {};

    /** Called on the thread that carries the message; it must return soon and not throw. */
    void onFinding(PolicyMessage passage, FindingReport report);
}
