package dev.tenon.load;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for conditions that other threads make true. */
public final class Await {
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(30);

    private Await() {}

    /** Waits until the condition holds. */
    public static void until(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + LONGEST_NANOS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError(
                        "Did not happen within " + TimeUnit.NANOSECONDS.toSeconds(LONGEST_NANOS) + " s");
            }
            Thread.sleep(10);
        }
    }
}
