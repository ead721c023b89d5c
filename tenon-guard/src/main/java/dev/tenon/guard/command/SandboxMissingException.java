package dev.tenon.guard.command;

/** A sandbox was asked for, and there is none on this machine: the program is not started. */
public final class SandboxMissingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SandboxMissingException() {
        super("A sandbox was asked for, but bubblewrap (bwrap) is not installed here, so nothing is started."
                + " Install the package bubblewrap, or run the program without a sandbox.");
    }
}
