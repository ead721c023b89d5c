package dev.tenon.guard.content;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Phrases that are looked for side by side, found by the words that they begin with: most words begin none. */
final class Phrases {
    private static final int MOST = 64;

    private final List<Phrase> all;
    private final Map<String, Long> begunBy = new HashMap<>();
    private final BitSet glances = new BitSet();

    /** At most 64 phrases, each of which begins with a word that is named. */
    Phrases(List<Phrase> phrases) {
        all = List.copyOf(phrases);
        if (all.size() > MOST) {
            throw new IllegalArgumentException("At most " + MOST + " phrases, not " + all.size());
        }
        for (int i = 0; i < all.size(); i++) {
            Phrase.Slot first = all.get(i).slots().get(0);
            if (first.words().isEmpty() || first.optional()) {
                throw new IllegalArgumentException("A phrase begins with a word: " + all.get(i));
            }
            long bit = 1L << i;
            first.words().forEach(word -> {
                begunBy.merge(word, bit, (some, more) -> some | more);
                glances.set(Words.glance(word.charAt(0), word.length()));
            });
        }
    }

    /** Each at its index. */
    List<Phrase> all() {
        return all;
    }

    /** Whether any may begin with a word, as far as its {@link Words#glance} tells. */
    boolean mayBegin(int glance) {
        return glance < 0 || glances.get(glance);
    }

    /** Those that begin with that word, each as the bit of its index. */
    long begunBy(String word) {
        return begunBy.getOrDefault(word, 0L);
    }
}
