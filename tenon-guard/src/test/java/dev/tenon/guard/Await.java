package dev.tenon.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for what happens elsewhere. */
public final class Await {
    private static final long PAUSE_MS = 20;

    private Await() {}

    /** Waits until the condition holds, and fails when it does not within that time. */
    public static void within(Duration time, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        while (!condition.getAsBoolean() && System.nanoTime() - end < 0) {
            Thread.sleep(PAUSE_MS);
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }
}
