package dev.tenon.cli;

/** The command cannot go on, for a reason that its user can mend. The message is all that they see: no stack trace. */
final class FailureException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    private FailureException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /** It was told something that makes no sense. */
    static FailureException misused(String message) {
        return new FailureException(ExitCode.USAGE, message);
    }

    /** It was told properly, but could not do it. */
    static FailureException failed(String message) {
        return new FailureException(ExitCode.FAILED, message);
    }

    int exitCode() {
        return exitCode;
    }
}
