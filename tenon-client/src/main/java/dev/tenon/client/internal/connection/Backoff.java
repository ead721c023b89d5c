package dev.tenon.client.internal.connection;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** How long to wait before the next try: longer each time, and never quite the same for two clients. */
public final class Backoff {
    private static final long MAX_DELAY_MS = 30_000;
    private static final int MAX_DOUBLINGS = 20;

    private Backoff() {}

    /**
     * The wait after so many failures in a row: up to the first delay doubled for each failure but the first, at most
     * 30 seconds, and at least half of that.
     */
    public static Duration delayAfter(int failures, Duration first) {
        long most = Math.min(first.toMillis() << Math.min(Math.max(0, failures - 1), MAX_DOUBLINGS), MAX_DELAY_MS);
        return Duration.ofMillis(most / 2 + ThreadLocalRandom.current().nextLong(most / 2 + 1));
    }
}
