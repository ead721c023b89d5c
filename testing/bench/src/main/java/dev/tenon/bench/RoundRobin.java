package dev.tenon.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Calls several running servers in turn, round after round, so that other load on the machine affects all of them
 * equally.
 *
 * @param <K> the type of the keys of the servers
 */
final class RoundRobin<K> {
    /** A server is warm if the JIT compilers use at most this share of its processor time. */
    private static final double MAX_COMPILING_SHARE = 0.03;

    private static final Duration WARM_UP_STEP = Duration.ofSeconds(2);

    private final Map<K, TimedLoad> loads = new LinkedHashMap<>();

    /** Calls one server at one load. */
    @FunctionalInterface
    interface TimedLoad {
        RoundMeasurement run(Duration time) throws IOException;
    }

    /** Adds a server. The others are compared with the first. */
    void add(K key, TimedLoad load) {
        loads.put(key, load);
    }

    /** Calls each server until it is warm. */
    void warmUp(MeasurementPlan plan) throws IOException {
        for (TimedLoad load : loads.values()) {
            load.run(plan.warmUp());
            Duration spent = plan.warmUp();
            while (spent.compareTo(plan.maxWarmUp()) < 0
                    && load.run(WARM_UP_STEP).compiling() > MAX_COMPILING_SHARE) {
                spent = spent.plus(WARM_UP_STEP);
            }
        }
    }

    /** Returns the measurements of each server. Each round begins with another server, as the first differs slightly. */
    Map<K, RoundSeries> measure(MeasurementPlan plan) throws IOException {
        Map<K, RoundSeries> results = new LinkedHashMap<>();
        loads.keySet().forEach(key -> results.put(key, new RoundSeries()));
        List<K> order = new ArrayList<>(loads.keySet());
        for (int i = 0; i < plan.rounds(); i++) {
            for (K key : order) {
                RoundSeries.requireEntry(key, results)
                        .add(RoundSeries.requireEntry(key, loads).run(plan.roundDuration()));
            }
            Collections.rotate(order, 1);
        }
        return results;
    }
}
