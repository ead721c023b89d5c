package dev.tenon.schema.internal.document;

import dev.tenon.schema.SchemaException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Finds schemas that apply themselves to the same value again. No validator can end such a check: it would run until
 * its stack is full.
 */
public final class ReferenceCycleDetector {
    /** More subschemas than these, each applied by the one before to the same value, no reader could follow either. */
    private static final int MAX_CHAIN_LENGTH = 100;

    /** How many others follow one after the other, for each schema that was looked through. */
    private final Map<SubSchema, Integer> chains = new HashMap<>();

    private final Set<SubSchema> entered = new HashSet<>();

    private ReferenceCycleDetector() {}

    public static void rejectCycles(Collection<SubSchema> schemas) {
        ReferenceCycleDetector loops = new ReferenceCycleDetector();
        schemas.forEach(loops::chainLength);
    }

    /** Depth first, and never deeper than the longest chain. */
    private int chainLength(SubSchema schema) {
        Integer known = chains.get(schema);
        if (known != null) {
            return known;
        }
        String at = JsonPointers.toMessageText(schema.pointer);
        if (!entered.add(schema)) {
            throw new SchemaException(at, "refers to itself in a loop, so that checking a value would never end");
        }
        int chain = entered.size() > MAX_CHAIN_LENGTH + 1
                ? MAX_CHAIN_LENGTH + 1
                : schema.inPlace.stream()
                        .mapToInt(next -> chainLength(next) + 1)
                        .max()
                        .orElse(0);
        if (chain > MAX_CHAIN_LENGTH) {
            throw new SchemaException(at, "refers on through more than " + MAX_CHAIN_LENGTH + " other schemas");
        }
        chains.put(schema, chain);
        entered.remove(schema);
        return chain;
    }
}
