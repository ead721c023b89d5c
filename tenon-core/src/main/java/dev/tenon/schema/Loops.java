package dev.tenon.schema;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
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
        schemas.forEach(loops::from);
    }

    /** Depth first, with a stack of its own: chains of references may be as long as there are subschemas. */
    private void from(SubSchema start) {
        if (!chains.containsKey(start)) {
            Deque<Visit> stack = new ArrayDeque<>();
            enter(start, stack);
            while (!stack.isEmpty()) {
                Visit visit = stack.peek();
                if (visit.next.hasNext()) {
                    enter(visit.next.next(), stack);
                } else {
                    leave(visit.schema);
                    stack.pop();
                }
            }
        }
    }

    private void enter(SubSchema schema, Deque<Visit> stack) {
        if (chains.containsKey(schema)) {
            return;
        }
        if (!entered.add(schema)) {
            throw new SchemaException(
                    Pointers.shown(schema.pointer),
                    "refers to itself in a loop, so that checking a value would never end");
        }
        stack.push(new Visit(schema, schema.inPlace.iterator()));
    }

    private void leave(SubSchema schema) {
        int chain = schema.inPlace.stream()
                .mapToInt(s -> chains.getOrDefault(s, 0) + 1)
                .max()
                .orElse(0);
        if (chain > LONGEST_CHAIN) {
            throw new SchemaException(
                    Pointers.shown(schema.pointer), "refers on through more than " + LONGEST_CHAIN + " other schemas");
        }
        chains.put(schema, chain);
        entered.remove(schema);
    }

    private record Visit(SubSchema schema, Iterator<SubSchema> next) {}
}
