package dev.tenon.guard.content;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A phrase: slots for words, one after the other. In its text {@code |} separates words that will do, {@code ?} before
 * a slot says that it may be empty, and {@code ..3} stands for up to three words of any kind.
 *
 * @param ruleName the name of its rule
 * @param slots what it consists of, at most 62
 */
record Phrase(String ruleName, List<WordSlot> slots) {
    private static final int MAX_SLOTS = 62;

    Phrase {
        slots = List.copyOf(slots);
        if (slots.isEmpty() || slots.size() > MAX_SLOTS) {
            throw new IllegalArgumentException("A phrase has 1 to " + MAX_SLOTS + " slots");
        }
    }

    /** A place for one word; any word where none is named. */
    record WordSlot(Set<String> words, boolean optional) {
        boolean accepts(String word) {
            return words.isEmpty() || words.contains(word);
        }
    }

    static Phrase parse(String rule, String text) {
        List<WordSlot> slots = new ArrayList<>();
        for (String part : text.split(" ", -1)) {
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

    /** The slots that may be filled next when those are, and the end as one more: empty ones are stepped over. */
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
