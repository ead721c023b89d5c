package dev.tenon.guard;

import java.time.Duration;

/**
 * The bounds of what a guard keeps, besides those of its server and its clients.
 *
 * @param connections connections to the server behind at once; beyond: error 429
 * @param connectionsPerCaller those of them that one caller without session may have, to a server that has sessions;
 *     beyond: the caller's connection that was idle for the longest time is closed, or error 429 when all are in use
 * @param connectionIdleTimeout how long a connection that clients without session share lives without a call
 * @param suspendedCalls calls at once that wait for a client without session to come back with an answer; beyond: error
 *     429
 * @param suspendedCallTimeout how long such a call waits; then it is cancelled, and its {@code requestState} is no
 *     longer good
 * @param maxRounds how often a server without sessions may ask before it answers one call of a client with a session
 * @param breaker when a server that cannot be reached is left alone
 */
public record GuardLimits(
        int connections,
        int connectionsPerCaller,
        Duration connectionIdleTimeout,
        int suspendedCalls,
        Duration suspendedCallTimeout,
        int maxRounds,
        BreakerLimits breaker) {
    /** 256 connections, 64 of one caller, idle for 5 minutes; 256 parked calls for 5 minutes; 10 rounds. */
    public static final GuardLimits DEFAULT =
            new GuardLimits(256, 64, Duration.ofMinutes(5), 256, Duration.ofMinutes(5), 10, BreakerLimits.DEFAULT);

    public GuardLimits {
        if (Math.min(Math.min(connections, connectionsPerCaller), Math.min(suspendedCalls, maxRounds)) < 1) {
            throw new IllegalArgumentException("Every limit must be at least 1");
        }
    }

    /** With another bound on connections. */
    public GuardLimits withConnections(int changed) {
        return new GuardLimits(
                changed,
                connectionsPerCaller,
                connectionIdleTimeout,
                suspendedCalls,
                suspendedCallTimeout,
                maxRounds,
                breaker);
    }

    /** With another bound on those of one caller. */
    public GuardLimits withConnectionsPerCaller(int changed) {
        return new GuardLimits(
                connections, changed, connectionIdleTimeout, suspendedCalls, suspendedCallTimeout, maxRounds, breaker);
    }

    /** With another time for connections that nobody uses. */
    public GuardLimits withConnectionIdle(Duration changed) {
        return new GuardLimits(
                connections, connectionsPerCaller, changed, suspendedCalls, suspendedCallTimeout, maxRounds, breaker);
    }

    /** With other bounds on calls that wait for their client. */
    public GuardLimits withSuspendedCalls(int changed, Duration time) {
        return new GuardLimits(
                connections, connectionsPerCaller, connectionIdleTimeout, changed, time, maxRounds, breaker);
    }

    /** With other bounds on trying a server that cannot be reached. */
    public GuardLimits withBreaker(BreakerLimits changed) {
        return new GuardLimits(
                connections,
                connectionsPerCaller,
                connectionIdleTimeout,
                suspendedCalls,
                suspendedCallTimeout,
                maxRounds,
                changed);
    }
}
