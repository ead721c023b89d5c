package dev.tenon.guard.content;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A phrase: a sequence of slots for words. In its text {@code |} separates alternatives, {@code ?} before a slot makes
 * it optional, and {@code ..3} stands for up to three arbitrary words.
 *
 * @param ruleName the name of its rule
 * @param slots its slots, at most 62
 */
record Phrase(String ruleName, List<WordSlot> slots) {
    private static final int MAX_SLOTS = 62;

    Phrase {
        slots = List.copyOf(slots);
        if (slots.isEmpty() || slots.size() > MAX_SLOTS) {
            throw new IllegalArgumentException("A phrase has 1 to " + MAX_SLOTS + " slots");
        }
    }

    /** A slot for one word; without words it accepts any. */
    record WordSlot(Set<String> words, boolean optional) {
        boolean accepts(String word) {
            return words.isEmpty() || words.contains(word);
        }
    }

    static Phrase parse(String rule, String text) {
        List<WordSlot> slots = new ArrayList<>();
        for (String part : text.split(" +", -1)) {
            if (part.startsWith("..")) {
                for (int i = Integer.parseInt(part.substring(2)); i > 0; i--) {
                    slots.add(new WordSlot(Set.of(), true));
                }
            } else {
                boolean optional = part.startsWith("?");
                slots.add(new WordSlot(Set.of((optional ? part.substring(1) : part).split("\\|", -1)), optional));
            }
        }
        return new Phrase(rule, slots);
    }

    /**
     * Returns the slots that may be filled next from these, with optional slots skipped; the end counts as one more
     * slot.
     */
    long reachableSlots(long at) {
        long all = at;
        for (int i = 0; i < slots.size(); i++) {
            if ((all & 1L << i) != 0 && slots.get(i).optional()) {
                all |= 1L << (i + 1);
            }
        }
        return all;
    }
}
