package dev.tenon.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/** The measurements of a server at one load, by round. */
final class RoundSeries {
    private final List<RoundMeasurement> rounds = new ArrayList<>();

    /** Returns the entry of this server or load. */
    static <K, V> V requireEntry(K key, Map<K, V> results) {
        return Objects.requireNonNull(results.get(key), () -> "No measurements of " + key);
    }

    void add(RoundMeasurement round) {
        rounds.add(round);
    }

    void addAll(RoundSeries more) {
        rounds.addAll(more.rounds);
    }

    double median(ToDoubleFunction<RoundMeasurement> figure) {
        return median(values(figure));
    }

    /** Returns the median of the ratios to another series, by round, so that other load on the machine affects both. */
    double ratioTo(RoundSeries other, ToDoubleFunction<RoundMeasurement> figure) {
        return median(ratiosTo(other, figure));
    }

    /** Returns the ratio to another series for each round. */
    List<Double> ratiosTo(RoundSeries other, ToDoubleFunction<RoundMeasurement> figure) {
        return ratios(values(figure), other.values(figure));
    }

    private List<Double> values(ToDoubleFunction<RoundMeasurement> figure) {
        return rounds.stream().map(figure::applyAsDouble).toList();
    }

    /** Returns the median of the ratios of the values, one by one. */
    static double ratio(List<Double> values, List<Double> others) {
        return median(ratios(values, others));
    }

    private static List<Double> ratios(List<Double> values, List<Double> others) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            ratios.add(values.get(i) / others.get(i));
        }
        return ratios;
    }

    static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
