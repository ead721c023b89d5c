package dev.tenon.guard.command;

/** Asks a person whether a command may run that nobody has approved yet. */
@FunctionalInterface
public interface ApprovalPrompt {
    /** Nobody is there to ask. */
    ApprovalPrompt NON_INTERACTIVE = command -> ApprovalDecision.UNAVAILABLE;

    /** Whether it may run; yes is remembered. */
    ApprovalDecision requestApproval(LaunchSpec command);

    /** What came of it. */
    enum ApprovalDecision {
        /** It may run, now and from now on. */
        YES,
        /** It may not. */
        NO,
        /** There is nobody to ask. */
        UNAVAILABLE
    }
}
