package dev.tenon.cli.error;

/** The command cannot go on, for a reason that its user can mend. The message is all that they see: no stack trace. */
public final class CommandFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    /** Ends with that code. The message is printed as it is: what came from a server is made visible before. */
    public CommandFailedException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /** It was told something that makes no sense. */
    public static CommandFailedException usageError(String message) {
        return new CommandFailedException(ExitCode.USAGE, message);
    }

    /** It was told properly, but could not do it. */
    public static CommandFailedException failure(String message) {
        return new CommandFailedException(ExitCode.FAILED, message);
    }

    /** What the shell gets. */
    public int exitCode() {
        return exitCode;
    }
}
