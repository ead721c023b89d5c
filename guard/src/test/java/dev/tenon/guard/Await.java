package dev.tenon.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for conditions that other threads establish. */
public final class Await {
    private static final long PAUSE_MS = 20;

    private Await() {}

    /** Waits until the condition is true, and fails after the timeout. */
    public static void within(Duration time, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        while (!condition.getAsBoolean() && System.nanoTime() - end < 0) {
            Thread.sleep(PAUSE_MS);
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }
}
