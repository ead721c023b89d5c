package dev.tenon.server.internal;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for quiet, at an end where nobody is in a hurry. */
final class Quiet {
    private static final int POLL_MS = 5;

    private Quiet() {}

    /** Waits until the condition holds, but no longer than that, nor once the thread is interrupted. */
    static void await(BooleanSupplier condition, Duration longest) {
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
