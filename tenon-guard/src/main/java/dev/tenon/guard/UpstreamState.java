package dev.tenon.guard;

import java.time.Duration;

/**
 * How it is with the server behind a guard.
 *
 * @param reachable whether requests are let through to it; not after too many failures in a row to reach or start it
 * @param failures how often in a row it could not be reached
 * @param nextTry until when requests are refused without trying it; zero when they are not
 */
public record UpstreamState(boolean reachable, int failures, Duration nextTry) {}
