package dev.tenon.cli;

/** What the command returns to the shell. */
final class ExitCode {
    /** All went well. */
    static final int OK = 0;

    /** It could not do what it was told: a port was taken, for example. The message says why. */
    static final int FAILED = 1;

    /** It was not told properly: an unknown option, a value that is none. The message says what to write. */
    static final int USAGE = 2;

    private ExitCode() {}
}
