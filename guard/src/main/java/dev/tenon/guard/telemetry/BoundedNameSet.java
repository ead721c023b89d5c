package dev.tenon.guard.telemetry;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A set of the first distinct names up to a limit (slightly more under concurrency). All later names count as one, so
 * that the labels of a metric stay limited.
 */
final class BoundedNameSet {
    /** The label of unknown names. */
    static final String OTHER = "_OTHER";

    private static final int MAX_CHARS = 256;

    private final int maxNames;
    private final Set<String> known = ConcurrentHashMap.newKeySet();

    BoundedNameSet(int maxNames) {
        this.maxNames = maxNames;
    }

    /** Adds a name if there is room. */
    void add(String name) {
        if (known.size() < maxNames && name.length() <= MAX_CHARS) {
            known.add(name);
        }
    }

    boolean contains(String name) {
        return known.contains(name);
    }

    /** Returns the name if it is known, else {@link #OTHER}. */
    String label(String name) {
        return known.contains(name) ? name : OTHER;
    }
}
