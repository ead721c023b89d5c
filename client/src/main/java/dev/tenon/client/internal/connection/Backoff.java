package dev.tenon.client.internal.connection;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Computes the delay before the next attempt: exponential, with jitter. */
public final class Backoff {
    private static final long MAX_DELAY_MS = 30_000;
    private static final int MAX_DOUBLINGS = 20;

    private Backoff() {}

    /**
     * Returns the delay after that many failures in a row: the first delay, doubled for each failure after the first,
     * at most 30 seconds; of that, a random part between one half and all.
     */
    public static Duration delayAfter(int failures, Duration first) {
        long firstMillis = Math.min(first.toMillis(), MAX_DELAY_MS);
        long maxMillis = Math.min(firstMillis << Math.min(Math.max(0, failures - 1), MAX_DOUBLINGS), MAX_DELAY_MS);
        return Duration.ofMillis(maxMillis / 2 + ThreadLocalRandom.current().nextLong(maxMillis / 2 + 1));
    }
}
