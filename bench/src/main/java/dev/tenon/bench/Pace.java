package dev.tenon.bench;

import java.time.Duration;

/**
 * How long servers are called that are compared.
 *
 * @param warmUp how long each is called before anything counts, at least
 * @param mostWarmUp how long at most, where the compilers of the Java machine still have much of its time
 * @param rounds how often each is called then, all in turn
 * @param round how long each time: short, so that what else the machine does meets all of them alike
 */
record Pace(Duration warmUp, Duration mostWarmUp, int rounds, Duration round) {
    static Pace of(int warmUpMillis, int rounds, int roundMillis) {
        Duration warmUp = Duration.ofMillis(warmUpMillis);
        return new Pace(warmUp, warmUp, rounds, Duration.ofMillis(roundMillis));
    }

    /** The same with servers that are called until they are warm, but no longer than that. */
    Pace warmWithin(Duration most) {
        return new Pace(warmUp, most, rounds, round);
    }

    /** The same in so many rounds. */
    Pace in(int howMany) {
        return new Pace(warmUp, mostWarmUp, howMany, round);
    }
}
