package dev.tenon.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Polls conditions that other threads establish. */
public final class Conditions {
    private static final long POLL_INTERVAL_MS = 20;

    private Conditions() {}

    /** Waits until the condition is true, and fails after the timeout. */
    public static void await(Duration timeout, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        while (!condition.getAsBoolean() && System.nanoTime() - end < 0) {
            Thread.sleep(POLL_INTERVAL_MS);
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }
}
