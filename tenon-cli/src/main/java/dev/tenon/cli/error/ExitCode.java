package dev.tenon.cli.error;

/** What the command returns to the shell. */
public final class ExitCode {
    /** All went well. */
    public static final int OK = 0;

    /** It could not do what it was told: a tool says that it failed, a port was taken. The message says why. */
    public static final int FAILED = 1;

    /** It was not told properly: an unknown option, a value that is none. The message says what to write. */
    public static final int USAGE = 2;

    /** The server answered with an error, did not answer as the protocol demands, or lacks what was wanted. */
    public static final int PROTOCOL = 3;

    /** The server could not be reached, was lost, or did not answer in time. */
    public static final int CONNECTION = 4;

    /** Nothing was done, because the user said no or could not be asked. */
    public static final int REFUSED = 5;

    /** Ended by Ctrl-C, as shells count it. */
    public static final int INTERRUPTED = 130;

    private ExitCode() {}
}
