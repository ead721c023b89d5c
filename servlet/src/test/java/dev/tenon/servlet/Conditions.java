package dev.tenon.servlet;

import java.util.function.BooleanSupplier;

/** Waits for conditions that become true asynchronously. */
final class Conditions {
    private static final int TRIES = 1500;
    private static final int PAUSE_MS = 20;

    private Conditions() {}

    static void await(BooleanSupplier condition) throws InterruptedException {
        for (int i = 0; i < TRIES && !condition.getAsBoolean(); i++) {
            Thread.sleep(PAUSE_MS);
        }
        if (!condition.getAsBoolean()) {
            throw new AssertionError("Not true within " + TRIES * PAUSE_MS / 1000 + " s");
        }
    }
}
