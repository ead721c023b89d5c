package dev.tenon.cli.error;

/** The exit codes of the command. */
public final class ExitCode {
    /** Success. */
    public static final int OK = 0;

    /** Failure, for example a tool that reports an error or a port in use. The message says why. */
    public static final int FAILED = 1;

    /** Usage error: unknown option or invalid value. The message says what to write. */
    public static final int USAGE = 2;

    /** The server returned an error, violated the protocol, or lacks a requested feature. */
    public static final int PROTOCOL = 3;

    /** The connection failed or was lost, or the server did not respond in time. */
    public static final int CONNECTION = 4;

    /** Permission denied: the user declined, or could not be asked. */
    public static final int REFUSED = 5;

    /** Interrupted by Ctrl-C: 128 plus the number of SIGINT. */
    public static final int INTERRUPTED = 130;

    private ExitCode() {}
}
