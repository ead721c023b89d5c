package dev.tenon.coverage.support;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Selects the cases of a large set that a build runs. With the Maven profile {@code exhaustive}, which sets the system
 * property {@code tenon.exhaustive}, it selects all of them, else a sample that is the same in each build.
 */
public final class CaseSampler {
    private static final boolean EXHAUSTIVE = Boolean.getBoolean("tenon.exhaustive");

    private CaseSampler() {}

    /** Returns whether this build runs all cases. */
    public static boolean isExhaustive() {
        return EXHAUSTIVE;
    }

    /** Returns the first number in a quick build, and the second in an exhaustive one. */
    public static int chooseSize(int quick, int exhaustive) {
        return EXHAUSTIVE ? exhaustive : quick;
    }

    /** Returns whether a case with that name is selected, if a quick build selects one in {@code oneIn}. */
    public static boolean includes(String name, int oneIn) {
        return EXHAUSTIVE || Math.floorMod(name.hashCode(), oneIn) == 0;
    }

    /**
     * Returns one case of each kind in a quick build: the first of the first kind, the second of the second, and so on,
     * so that each position among the cases of a kind is covered.
     */
    public static <T> List<T> oneOfEach(List<T> cases, Function<T, ?> kind) {
        if (EXHAUSTIVE) {
            return cases;
        }
        Map<Object, List<T>> kinds = new LinkedHashMap<>();
        cases.forEach(element -> kinds.computeIfAbsent(kind.apply(element), key -> new ArrayList<>())
                .add(element));
        List<T> selected = new ArrayList<>();
        for (List<T> group : kinds.values()) {
            selected.add(group.get(selected.size() % group.size()));
        }
        return selected;
    }
}
