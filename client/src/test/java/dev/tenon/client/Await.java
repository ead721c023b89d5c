package dev.tenon.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for conditions that other threads make true. */
final class Await {
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long PAUSE_MS = 20;

    private Await() {}

    /** Waits until the condition holds, and fails if it does not within half a minute. */
    static void until(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + LONGEST_NANOS;
        while (!condition.getAsBoolean() && System.nanoTime() - end < 0) {
            Thread.sleep(PAUSE_MS);
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }
}
