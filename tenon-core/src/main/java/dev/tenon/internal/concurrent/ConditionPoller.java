package dev.tenon.internal.concurrent;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for a condition by looking again and again: for ends, where no one is in a hurry. */
public final class ConditionPoller {
    private static final int POLL_MS = 5;

    private ConditionPoller() {}

    /** Waits until the condition holds, but no longer than that, nor once the thread is interrupted. */
    public static void await(BooleanSupplier condition, Duration longest) {
        ExecutionContext.checkCanBlock("wait for an end");
        long until = System.nanoTime() + longest.toNanos();
        try {
            while (!condition.getAsBoolean() && System.nanoTime() - until < 0) {
                Thread.sleep(POLL_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
