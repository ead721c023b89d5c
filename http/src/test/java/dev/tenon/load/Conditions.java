package dev.tenon.load;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for conditions that other threads make true. */
public final class Conditions {
    private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(30);

    private Conditions() {}

    /** Waits until the condition holds. */
    public static void await(BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + TIMEOUT_NANOS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError(
                        "Did not happen within " + TimeUnit.NANOSECONDS.toSeconds(TIMEOUT_NANOS) + " s");
            }
            Thread.sleep(10);
        }
    }
}
