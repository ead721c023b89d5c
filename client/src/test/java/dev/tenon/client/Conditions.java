package dev.tenon.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for conditions that other threads make true. */
final class Conditions {
    private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long POLL_INTERVAL_MS = 20;

    private Conditions() {}

    /** Waits until the condition holds, and fails if it does not within half a minute. */
    static void await(BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + TIMEOUT_NANOS;
        while (!condition.getAsBoolean() && System.nanoTime() - deadline < 0) {
            Thread.sleep(POLL_INTERVAL_MS);
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }
}
