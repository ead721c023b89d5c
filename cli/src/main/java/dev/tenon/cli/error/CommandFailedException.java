package dev.tenon.cli.error;

/** Ends the command for a reason that the user can fix. The user sees the message without a stack trace. */
public final class CommandFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    /**
     * Creates a failure with this exit code. The message is printed unchanged, so text from a server must be escaped.
     */
    public CommandFailedException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /** Creates a usage error. */
    public static CommandFailedException usageError(String message) {
        return new CommandFailedException(ExitCode.USAGE, message);
    }

    /** Creates the failure of a valid command. */
    public static CommandFailedException failure(String message) {
        return new CommandFailedException(ExitCode.FAILED, message);
    }

    /** Creates the failure of a command that the user declined, or could not be asked about. */
    public static CommandFailedException refusal(String message) {
        return new CommandFailedException(ExitCode.REFUSED, message);
    }

    /** Creates the failure of a command that could not reach the server, or lost it. */
    public static CommandFailedException connectionFailure(String message) {
        return new CommandFailedException(ExitCode.CONNECTION, message);
    }

    /** Returns the exit code of the process. */
    public int exitCode() {
        return exitCode;
    }
}
