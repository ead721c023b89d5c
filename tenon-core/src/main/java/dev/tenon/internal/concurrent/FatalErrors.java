package dev.tenon.internal.concurrent;

/** Failures of the JVM itself, such as missing memory, after which code that handles every failure must not go on. */
public final class FatalErrors {
    private FatalErrors() {}

    /**
     * Throws a failure of the JVM again, and no other; a stack overflow counts as one of the request that caused it.
     */
    public static void rethrowIfFatal(Throwable failure) {
        if (failure instanceof VirtualMachineError fatal && !(failure instanceof StackOverflowError)) {
            throw fatal;
        }
    }
}
