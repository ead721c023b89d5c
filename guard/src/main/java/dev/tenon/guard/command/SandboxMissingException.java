package dev.tenon.guard.command;

/** Thrown if a command requires a sandbox, but bubblewrap is not installed. */
public final class SandboxMissingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SandboxMissingException() {
        super("A sandbox is required, but bubblewrap (bwrap) is not installed, so the program was not started."
                + " Install the package bubblewrap, or run the program without a sandbox.");
    }
}
