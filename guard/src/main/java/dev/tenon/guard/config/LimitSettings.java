package dev.tenon.guard.config;

import java.time.Duration;

/**
 * Limits of the guard as a whole.
 *
 * @param messageBytes the maximum size of a message, in bytes
 * @param depth the maximum nesting depth of a message
 * @param callsInFlight the maximum number of concurrent calls
 * @param sessions the maximum number of client sessions
 * @param sessionsPerCaller the maximum number of sessions of one principal or, without authentication, of one address
 * @param callTimeout the timeout of a call, for upstream servers without a timeout of their own
 * @param suspendedCalls the maximum number of calls that wait for input of a client while no request is open for them
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
    /**
     * The defaults: 4 MiB, depth 64, 256 calls, 1,000 sessions, 100 per caller, 60 s, 100 suspended calls for 5
     * minutes.
     */
    public static final LimitSettings DEFAULT =
            new LimitSettings(4 << 20, 64, 256, 1_000, 100, Duration.ofSeconds(60), 100, Duration.ofMinutes(5));
}
