package dev.tenon.guard;

import java.time.Duration;

/**
 * The state of the upstream server of a guard.
 *
 * @param reachable whether requests are forwarded; false while the circuit breaker is open
 * @param failures the number of consecutive failures to reach or start the server
 * @param retryAfter the time until the next attempt; zero if requests are forwarded
 */
public record UpstreamState(boolean reachable, int failures, Duration retryAfter) {}
