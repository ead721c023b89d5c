package dev.tenon.guard.content;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Phrases that are looked for side by side, found by the words that they begin with: most words begin none. */
final class PhraseSet {
    private static final int MAX_PHRASES = 64;

    private final List<Phrase> all;
    private final Map<String, Long> byFirstWord = new HashMap<>();
    private final BitSet prefilterKeys = new BitSet();

    /** At most 64 phrases, each of which begins with a word that is named. */
    PhraseSet(List<Phrase> phrases) {
        all = List.copyOf(phrases);
        if (all.size() > MAX_PHRASES) {
            throw new IllegalArgumentException("At most " + MAX_PHRASES + " phrases, not " + all.size());
        }
        for (int i = 0; i < all.size(); i++) {
            Phrase.WordSlot first = all.get(i).slots().get(0);
            if (first.words().isEmpty() || first.optional()) {
                throw new IllegalArgumentException("A phrase begins with a word: " + all.get(i));
            }
            long bit = 1L << i;
            first.words().forEach(word -> {
                byFirstWord.merge(word, bit, (some, more) -> some | more);
                prefilterKeys.set(WordTokenizer.prefilterKey(word.charAt(0), word.length()));
            });
        }
    }

    /** Each at its index. */
    List<Phrase> all() {
        return all;
    }

    /** Whether any may begin with a word, as far as its {@link WordTokenizer#prefilterKey} tells. */
    boolean mayStartWith(int glance) {
        return glance < 0 || prefilterKeys.get(glance);
    }

    /** Those that begin with that word, each as the bit of its index. */
    long startingWith(String word) {
        return byFirstWord.getOrDefault(word, 0L);
    }
}
