package dev.tenon.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Servers that are called in turn, round after round, and all live all the time: what else the machine does meets them
 * alike.
 *
 * @param <K> what they are called
 */
final class RoundRobin<K> {
    /** A server is warm when the compilers of the Java machine have no more than this share of its processor time. */
    private static final double WARM = 0.03;

    private static final Duration A_WHILE = Duration.ofSeconds(2);

    private final Map<K, TimedLoad> turns = new LinkedHashMap<>();

    /** Calls of one server at one load. */
    @FunctionalInterface
    interface TimedLoad {
        RoundMeasurement run(Duration time) throws IOException;
    }

    /** One more. The first is what the others are compared with. */
    void add(K who, TimedLoad turn) {
        turns.put(who, turn);
    }

    /** Calls each until it is warm. */
    void warmUp(MeasurementPlan pace) throws IOException {
        for (TimedLoad turn : turns.values()) {
            turn.run(pace.warmUp());
            Duration spent = pace.warmUp();
            while (spent.compareTo(pace.maxWarmUp()) < 0 && turn.run(A_WHILE).compiling() > WARM) {
                spent = spent.plus(A_WHILE);
            }
        }
    }

    /** What was seen of each. */
    Map<K, RoundSeries> measure(MeasurementPlan pace) throws IOException {
        Map<K, RoundSeries> seen = new LinkedHashMap<>();
        for (int i = 0; i < pace.rounds(); i++) {
            for (Map.Entry<K, TimedLoad> turn : turns.entrySet()) {
                seen.computeIfAbsent(turn.getKey(), any -> new RoundSeries())
                        .add(turn.getValue().run(pace.roundDuration()));
            }
        }
        return seen;
    }
}
