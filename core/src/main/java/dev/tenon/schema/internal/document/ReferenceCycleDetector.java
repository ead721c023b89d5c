package dev.tenon.schema.internal.document;

import dev.tenon.schema.SchemaException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Rejects schemas that apply themselves to the same value again, and chains of more than 100 schemas that apply each
 * other to it. A validator would recurse on such a schema until its stack overflows.
 */
public final class ReferenceCycleDetector {
    /** The maximum number of schemas in a chain; longer ones are unreadable anyway. */
    private static final int MAX_CHAIN_LENGTH = 100;

    /** The length of the longest chain that starts at each visited schema. */
    private final Map<SubSchema, Integer> chains = new HashMap<>();

    private final Set<SubSchema> entered = new HashSet<>();

    private ReferenceCycleDetector() {}

    /**
     * Rejects cycles and chains that are too long.
     *
     * @throws SchemaException when there is one
     */
    public static void rejectCyclesAndLongChains(Collection<SubSchema> schemas) {
        ReferenceCycleDetector detector = new ReferenceCycleDetector();
        schemas.forEach(detector::measureAcyclicChain);
    }

    /** Returns the length of the longest chain, depth first and never deeper than the maximum. */
    private int measureAcyclicChain(SubSchema schema) {
        Integer known = chains.get(schema);
        if (known != null) {
            return known;
        }
        if (!entered.add(schema)) {
            throw JsonPointers.invalidAt(
                    schema.pointer, "refers to itself in a loop, so that checking a value would never end");
        }
        int length = entered.size() > MAX_CHAIN_LENGTH + 1
                ? MAX_CHAIN_LENGTH + 1
                : schema.inPlaceSubschemas.stream()
                        .mapToInt(next -> measureAcyclicChain(next) + 1)
                        .max()
                        .orElse(0);
        if (length > MAX_CHAIN_LENGTH) {
            throw JsonPointers.invalidAt(
                    schema.pointer, "refers through a chain of more than " + MAX_CHAIN_LENGTH + " other schemas");
        }
        chains.put(schema, length);
        entered.remove(schema);
        return length;
    }
}
