package dev.tenon.fuzz;

import java.lang.management.ManagementFactory;
import java.util.function.Supplier;

/** Counts what a piece of work allocates on its thread: an upper bound of what it can hold at once. */
final class AllocationLimiter {
    /** Classes are loaded, tables grow: what the first calls may cost whatever their input. */
    private static final long BASE = 4L << 20;

    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    private AllocationLimiter() {}

    /** Runs the work and fails when it allocates more than a few MiB and so many bytes for each byte of its input. */
    static <T> T runBounded(int input, int perByte, Supplier<T> work) {
        long most = BASE + (long) perByte * input;
        long before = THREADS.getCurrentThreadAllocatedBytes();
        T result = work.get();
        if (THREADS.getCurrentThreadAllocatedBytes() - before > most) {
            // Once more: a fuzzer rewrites classes as they are loaded, on the same thread.
            before = THREADS.getCurrentThreadAllocatedBytes();
            result = work.get();
            long used = THREADS.getCurrentThreadAllocatedBytes() - before;
            FuzzAssertions.assertTrue(
                    used <= most, () -> input + " bytes cost " + used + " bytes, more than " + perByte + " each");
        }
        return result;
    }
}
