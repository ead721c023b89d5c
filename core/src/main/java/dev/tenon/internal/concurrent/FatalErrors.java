package dev.tenon.internal.concurrent;

/** Detects failures of the JVM, such as an out-of-memory error, which catch-all handlers must not swallow. */
public final class FatalErrors {
    private FatalErrors() {}

    /**
     * Rethrows a failure of the JVM. Other throwables are ignored, including a stack overflow, which the current
     * request has caused.
     */
    public static void rethrowIfFatal(Throwable failure) {
        if (failure instanceof VirtualMachineError fatal && !(failure instanceof StackOverflowError)) {
            throw fatal;
        }
    }
}
