package dev.tenon.internal.concurrent;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for a condition by polling; for shutdown code that is not time-critical. */
public final class ConditionPoller {
    private static final int POLL_MS = 5;

    private ConditionPoller() {}

    /** Waits until the condition holds, the timeout has elapsed, or the thread is interrupted. */
    public static void await(BooleanSupplier condition, Duration timeout) {
        ThreadBlockingContext.assertCanBlock("wait for a condition");
        long deadline = System.nanoTime() + timeout.toNanos();
        try {
            while (!condition.getAsBoolean() && System.nanoTime() - deadline < 0) {
                Thread.sleep(POLL_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
