package dev.tenon.guard.command;

/** Asks a person whether a command that has not been approved yet may run. */
@FunctionalInterface
public interface ApprovalPrompt {
    /** Returns {@link ApprovalDecision#UNAVAILABLE} for every command. */
    ApprovalPrompt NON_INTERACTIVE = command -> ApprovalDecision.UNAVAILABLE;

    /** Returns whether the command may run; the caller stores an approval. */
    ApprovalDecision requestApproval(LaunchSpec command);

    /** The decision of the person. */
    enum ApprovalDecision {
        /** The command may run, now and in the future. */
        YES,
        /** The command must not run. */
        NO,
        /** No person is available to decide. */
        UNAVAILABLE
    }
}
