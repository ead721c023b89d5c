package dev.tenon.guard.config;

import java.time.Duration;

/**
 * Bounds on the guard as a whole.
 *
 * @param messageBytes one message, in bytes
 * @param depth how deep a message may nest
 * @param callsInFlight calls under way at once
 * @param sessions sessions of clients at once
 * @param sessionsPerCaller those of one principal or, without authentication, of one address
 * @param callTimeout how long one call may take, where its upstream has no time of its own
 * @param suspendedCalls calls that wait for an answer of a client while no request is open for them
 * @param suspendedTimeout how long such a call waits
 */
public record LimitSettings(
        int messageBytes,
        int depth,
        int callsInFlight,
        int sessions,
        int sessionsPerCaller,
        Duration callTimeout,
        int suspendedCalls,
        Duration suspendedTimeout) {
    /** 4 MiB, depth 64, 256 calls, 1,000 sessions, 100 of one caller, 60 s, 100 parked calls for 5 minutes. */
    public static final LimitSettings DEFAULT =
            new LimitSettings(4 << 20, 64, 256, 1_000, 100, Duration.ofSeconds(60), 100, Duration.ofMinutes(5));
}
