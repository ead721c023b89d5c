package dev.tenon.bench;

import java.time.Duration;

/**
 * How long servers are called that are compared.
 *
 * @param warmUp how long each is called before anything counts, at least
 * @param maxWarmUp how long at most, where the compilers of the Java machine still have much of its time
 * @param rounds how often each is called then, all in turn
 * @param roundDuration how long each time: short, so that what else the machine does meets all of them alike
 */
record MeasurementPlan(Duration warmUp, Duration maxWarmUp, int rounds, Duration roundDuration) {
    static MeasurementPlan of(int warmUpMillis, int rounds, int roundMillis) {
        Duration warmUp = Duration.ofMillis(warmUpMillis);
        return new MeasurementPlan(warmUp, warmUp, rounds, Duration.ofMillis(roundMillis));
    }

    /** The same with servers that are called until they are warm, but no longer than that. */
    MeasurementPlan withMaxWarmUp(Duration most) {
        return new MeasurementPlan(warmUp, most, rounds, roundDuration);
    }

    /** The same in so many rounds. */
    MeasurementPlan withRounds(int howMany) {
        return new MeasurementPlan(warmUp, maxWarmUp, howMany, roundDuration);
    }
}
