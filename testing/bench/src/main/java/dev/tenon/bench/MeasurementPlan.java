package dev.tenon.bench;

import java.time.Duration;

/**
 * How long servers are measured.
 *
 * @param warmUp the minimum warm-up time of each server
 * @param maxWarmUp the maximum warm-up time, while the JIT compilers still use much of its processor time
 * @param rounds the number of rounds; each calls all servers in turn
 * @param roundDuration the duration of a measurement: short, so that other load on the machine affects all servers
 *     equally
 */
record MeasurementPlan(Duration warmUp, Duration maxWarmUp, int rounds, Duration roundDuration) {
    static MeasurementPlan of(int warmUpMillis, int rounds, int roundMillis) {
        Duration warmUp = Duration.ofMillis(warmUpMillis);
        return new MeasurementPlan(warmUp, warmUp, rounds, Duration.ofMillis(roundMillis));
    }

    /** Returns this plan with a maximum warm-up time. */
    MeasurementPlan withMaxWarmUp(Duration maximum) {
        return new MeasurementPlan(warmUp, maximum, rounds, roundDuration);
    }

    /** Returns this plan with another number of rounds. */
    MeasurementPlan withRounds(int count) {
        return new MeasurementPlan(warmUp, maxWarmUp, count, roundDuration);
    }
}
