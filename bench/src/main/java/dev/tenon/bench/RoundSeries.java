package dev.tenon.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/** What was seen of a server at a load, round by round. */
final class RoundSeries {
    private final List<RoundMeasurement> rounds = new ArrayList<>();

    /** What was seen of that one, or at that load. */
    static <K, V> V requireEntry(K which, Map<K, V> seen) {
        return Objects.requireNonNull(seen.get(which), () -> "Nothing was seen of " + which);
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

    /** How many times the other's, round by round, so that what else the machine did meets both; the median of that. */
    double ratioTo(RoundSeries other, ToDoubleFunction<RoundMeasurement> figure) {
        return median(ratiosTo(other, figure));
    }

    /** How many times the other's, round by round. */
    List<Double> ratiosTo(RoundSeries other, ToDoubleFunction<RoundMeasurement> figure) {
        return ratios(values(figure), other.values(figure));
    }

    private List<Double> values(ToDoubleFunction<RoundMeasurement> figure) {
        return rounds.stream().map(figure::applyAsDouble).toList();
    }

    /** The median of how many times the other's, one by one. */
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
