package dev.tenon.guard.telemetry;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps the first distinct names up to a bound, or a few more when several threads add at once; all later names count as one. The labels
 * of a metric must not grow without end.
 */
final class Names {
    /** Stands for every name that is not known. */
    static final String OTHER = "_OTHER";

    private static final int LONGEST = 256;

    private final int most;
    private final Set<String> known = ConcurrentHashMap.newKeySet();

    Names(int most) {
        this.most = most;
    }

    /** Remembers a name, if there still is room. */
    void learn(String name) {
        if (known.size() < most && name.length() <= LONGEST) {
            known.add(name);
        }
    }

    boolean knows(String name) {
        return known.contains(name);
    }

    /** The name, if it is known. */
    String label(String name) {
        return known.contains(name) ? name : OTHER;
    }

    /** The name, remembered now if there still is room. */
    String learned(String name) {
        learn(name);
        return label(name);
    }
}
