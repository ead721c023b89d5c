package dev.tenon.guard.telemetry;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps the first distinct names up to a bound, or a few more when several threads add at once; all later names count
 * as one. The labels of a metric must not grow without end.
 */
final class BoundedNameSet {
    /** Stands for every name that is not known. */
    static final String OTHER = "_OTHER";

    private static final int MAX_CHARS = 256;

    private final int maxNames;
    private final Set<String> known = ConcurrentHashMap.newKeySet();

    BoundedNameSet(int most) {
        this.maxNames = most;
    }

    /** Remembers a name, if there still is room. */
    void add(String name) {
        if (known.size() < maxNames && name.length() <= MAX_CHARS) {
            known.add(name);
        }
    }

    boolean contains(String name) {
        return known.contains(name);
    }

    /** The name, if it is known. */
    String label(String name) {
        return known.contains(name) ? name : OTHER;
    }

    /** The name, remembered now if there still is room. */
    String addAndLabel(String name) {
        add(name);
        return label(name);
    }
}
