package dev.tenon.coverage.support;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Chooses which part of a large set of cases a run tries. With the Maven profile {@code exhaustive}, which sets the
 * system property {@code tenon.exhaustive}, that is all of it. Else it is a sample, which is the same in each run.
 */
public final class CaseSampler {
    private static final boolean EXHAUSTIVE = Boolean.getBoolean("tenon.exhaustive");

    private CaseSampler() {}

    /** Returns whether this run tries everything. */
    public static boolean isExhaustive() {
        return EXHAUSTIVE;
    }

    /** Returns the first number in a usual run, and the second in an exhaustive one. */
    public static int chooseSize(int usual, int exhaustive) {
        return EXHAUSTIVE ? exhaustive : usual;
    }

    /** Returns whether a case of that name is tried, where a usual run tries one in {@code oneIn}. */
    public static boolean includes(String name, int oneIn) {
        return EXHAUSTIVE || Math.floorMod(name.hashCode(), oneIn) == 0;
    }

    /**
     * Returns one case of each kind in a usual run: the first of the first kind, the second of the second, and so on,
     * so that all the ways in which kinds are tried have their turn.
     */
    public static <T> List<T> oneOfEach(List<T> cases, Function<T, ?> kind) {
        if (EXHAUSTIVE) {
            return cases;
        }
        Map<Object, List<T>> kinds = new LinkedHashMap<>();
        cases.forEach(one ->
                kinds.computeIfAbsent(kind.apply(one), any -> new ArrayList<>()).add(one));
        List<T> chosen = new ArrayList<>();
        for (List<T> alike : kinds.values()) {
            chosen.add(alike.get(chosen.size() % alike.size()));
        }
        return chosen;
    }
}
