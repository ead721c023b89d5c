package dev.tenon.fuzz;

import java.lang.management.ManagementFactory;
import java.util.function.Supplier;

/**
 * Limits the memory that a task allocates on its thread, which is an upper bound of the memory that it holds at any
 * time.
 */
final class AllocationLimiter {
    /** Allowance for class loading and growing tables, which the first calls cost regardless of their input. */
    private static final long BASE = 4L << 20;

    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    private AllocationLimiter() {}

    /** Runs a task, and fails if it allocates more than a few MiB plus a number of bytes for each byte of its input. */
    static <T> T runBounded(int input, int perByte, Supplier<T> task) {
        long max = BASE + (long) perByte * input;
        long before = THREADS.getCurrentThreadAllocatedBytes();
        T result = task.get();
        if (THREADS.getCurrentThreadAllocatedBytes() - before > max) {
            // Second try, because the fuzzer rewrites classes as they are loaded, on the same thread.
            before = THREADS.getCurrentThreadAllocatedBytes();
            result = task.get();
            long used = THREADS.getCurrentThreadAllocatedBytes() - before;
            FuzzAssertions.assertTrue(
                    used <= max, () -> input + " bytes cost " + used + " bytes, more than " + perByte + " each");
        }
        return result;
    }
}
