package dev.tenon.cli.exit;

/** The command cannot go on, for a reason that its user can mend. The message is all that they see: no stack trace. */
public final class FailureException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    /** Ends with that code. The message is printed as it is: what came from a server is made visible before. */
    public FailureException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /** It was told something that makes no sense. */
    public static FailureException misused(String message) {
        return new FailureException(ExitCode.USAGE, message);
    }

    /** It was told properly, but could not do it. */
    public static FailureException failed(String message) {
        return new FailureException(ExitCode.FAILED, message);
    }

    /** What the shell gets. */
    public int exitCode() {
        return exitCode;
    }
}
