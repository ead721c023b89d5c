package dev.tenon.guard;

import java.time.Duration;

/**
 * Limits of a guard, in addition to those of its downstream server and its upstream clients.
 *
 * @param connections simultaneous connections to the upstream server; beyond: error 429
 * @param connectionsPerCaller connections of one caller without a session to an upstream server with sessions; beyond:
 *     the guard closes the caller's connection that has been idle longest, or returns error 429 if all are in use
 * @param connectionIdleTimeout how long a connection shared by clients without sessions stays open without a call
 * @param suspendedCalls simultaneous calls that wait for input of a client without a session; beyond: error 429
 * @param suspendedCallTimeout how long such a call waits; the guard then cancels it, and its {@code requestState}
 *     becomes invalid
 * @param maxRounds how often an upstream server without sessions can request input during one call of a client with a
 *     session
 * @param breaker the circuit breaker of the upstream server
 */
public record GuardLimits(
        int connections,
        int connectionsPerCaller,
        Duration connectionIdleTimeout,
        int suspendedCalls,
        Duration suspendedCallTimeout,
        int maxRounds,
        BreakerLimits breaker) {
    /** 256 connections, 64 per caller, idle timeout 5 minutes; 256 suspended calls for 5 minutes; 10 rounds. */
    public static final GuardLimits DEFAULT =
            new GuardLimits(256, 64, Duration.ofMinutes(5), 256, Duration.ofMinutes(5), 10, BreakerLimits.DEFAULT);

    /**
     * Validates the limits.
     *
     * @throws IllegalArgumentException if a number is less than 1
     */
    public GuardLimits {
        if (Math.min(Math.min(connections, connectionsPerCaller), Math.min(suspendedCalls, maxRounds)) < 1) {
            throw new IllegalArgumentException("Every limit must be at least 1");
        }
    }

    /** Returns these limits with another value of {@link #connections()}. */
    public GuardLimits withConnections(int value) {
        return withConnectionLimits(value, connectionsPerCaller, connectionIdleTimeout);
    }

    /** Returns these limits with another value of {@link #connectionsPerCaller()}. */
    public GuardLimits withConnectionsPerCaller(int value) {
        return withConnectionLimits(connections, value, connectionIdleTimeout);
    }

    /** Returns these limits with another value of {@link #connectionIdleTimeout()}. */
    public GuardLimits withConnectionIdleTimeout(Duration value) {
        return withConnectionLimits(connections, connectionsPerCaller, value);
    }

    private GuardLimits withConnectionLimits(int all, int perCaller, Duration idleTimeout) {
        return new GuardLimits(all, perCaller, idleTimeout, suspendedCalls, suspendedCallTimeout, maxRounds, breaker);
    }

    /** Returns these limits with other values of {@link #suspendedCalls()} and {@link #suspendedCallTimeout()}. */
    public GuardLimits withSuspendedCalls(int value, Duration timeout) {
        return withCallLimits(value, timeout, breaker);
    }

    /** Returns these limits with other limits of the circuit breaker. */
    public GuardLimits withBreaker(BreakerLimits value) {
        return withCallLimits(suspendedCalls, suspendedCallTimeout, value);
    }

    private GuardLimits withCallLimits(int suspended, Duration timeout, BreakerLimits changed) {
        return new GuardLimits(
                connections, connectionsPerCaller, connectionIdleTimeout, suspended, timeout, maxRounds, changed);
    }
}
