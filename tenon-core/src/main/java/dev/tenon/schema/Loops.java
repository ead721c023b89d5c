package dev.tenon.schema;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Finds schemas that apply themselves to the same value again. No validator can end such a check: it would run until its
 * stack is full.
 */
final class Loops {
    /** More subschemas than these, each applied by the one before to the same value, no reader could follow either. */
    private static final int LONGEST_CHAIN = 100;

    /** How many others follow one after the other, for each schema that was looked through. */
    private final Map<SubSchema, Integer> chains = new HashMap<>();

    private final Set<SubSchema> entered = new HashSet<>();

    private Loops() {}

    static void refuse(Collection<SubSchema> schemas) {
        Loops loops = new Loops();
        schemas.forEach(loops::chain);
    }

    /** Depth first, and never deeper than the longest chain. */
    private int chain(SubSchema schema) {
        Integer known = chains.get(schema);
        if (known != null) {
            return known;
        }
        String at = Pointers.shown(schema.pointer);
        if (!entered.add(schema)) {
            throw new SchemaException(at, "refers to itself in a loop, so that checking a value would never end");
        }
        int chain = entered.size() > LONGEST_CHAIN + 1
                ? LONGEST_CHAIN + 1
                : schema.inPlace.stream()
                        .mapToInt(next -> chain(next) + 1)
                        .max()
                        .orElse(0);
        if (chain > LONGEST_CHAIN) {
            throw new SchemaException(at, "refers on through more than " + LONGEST_CHAIN + " other schemas");
        }
        chains.put(schema, chain);
        entered.remove(schema);
        return chain;
    }
}
